import { type SessaoAberta, sessoesAbertas } from '@prumo/contract/sessoes-abertas.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOf } from '#lib/api.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { FailureState } from '#ui/failure-state.tsx';
import { EndSessao } from './end-sessao.tsx';
import { ListSkeleton } from './list-skeleton.tsx';
import { SessaoRow } from './sessao-row.tsx';

export function SessoesCard() {
  const { data, error, refetch, dataUpdatedAt } = useQuery({
    ...queryOf(sessoesAbertas.list),
    staleTime: 0,
  });
  const [ending, setEnding] = useState<SessaoAberta | 'others'>();
  const alone = data?.itens.every(({ atual }) => atual);
  return (
    <Card
      title="Sessões"
      text="Onde sua conta está aberta agora."
      action={
        data && !alone && <Button onClick={() => setEnding('others')}>Encerrar as outras sessões</Button>
      }
    >
      {data ? (
        <ul className="flex flex-col divide-y">
          {data.itens.map((sessao) => (
            <SessaoRow key={sessao.id} sessao={sessao} now={dataUpdatedAt} onEnd={() => setEnding(sessao)} />
          ))}
        </ul>
      ) : error ? (
        <FailureState message={error.message} onRetry={refetch} />
      ) : (
        <ListSkeleton />
      )}
      {alone && <p className="text-control text-muted">Nenhuma outra sessão está aberta.</p>}
      {ending && <EndSessao sessao={ending} onClose={() => setEnding(undefined)} />}
    </Card>
  );
}
