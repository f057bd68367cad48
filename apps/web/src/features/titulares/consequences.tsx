import { FICA_POR_DEVER, titulares } from '@prumo/contract/titulares.ts';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '#lib/api.ts';
import { formatInteger } from '#lib/numbers/format.ts';
import { FailureState } from '#ui/failure-state.tsx';
import { TABELA_WORDS } from './titular-words.ts';

/** Lists what an erasure removes and what stays. */
export function Consequences({ pedidoId, contato }: { pedidoId: string; contato: string | null }) {
  const { data, error, refetch } = useQuery({
    ...queryOf(titulares.preview, { params: { id: pedidoId } }),
    // The records may have been chosen anew since the last look.
    gcTime: 0,
  });
  if (error) return <FailureState message={error.message} onRetry={refetch} />;
  if (!data)
    return <div role="status" aria-label="Carregando..." className="skeleton h-24 rounded-control" />;
  return (
    <>
      <section>
        <h3 className="font-semibold text-body">O que será eliminado</h3>
        <ul className="mt-1 list-disc pl-5 text-body">
          {data.registros.map(({ tabela, id, nome, excluido_em }) => (
            <li key={id}>
              {TABELA_WORDS[tabela]} {nome}
              {excluido_em && ' (na lixeira)'}: nome, documento, contato e endereço
            </li>
          ))}
          <li>
            {data.historico === 1 ? '1 alteração' : `${formatInteger(data.historico)} alterações`} no
            histórico, que ficam sem os dados
          </li>
          <li>Respostas guardadas por dois dias, consultas de CNPJ e textos de busca</li>
          <li>O nome e o contato em todos os pedidos sobre estes registros</li>
        </ul>
        <p className="mt-2 text-control text-muted">
          Desfazer e restaurar da lixeira não trazem os dados de volta.
        </p>
      </section>
      <WhatStays />
      {contato && (
        <p className="rounded-card bg-subtle p-3 text-body">
          Anote o contato para avisar a pessoa: <strong>{contato}</strong>. Ele também será eliminado.
        </p>
      )}
    </>
  );
}

export function WhatStays() {
  return (
    <section>
      <h3 className="font-semibold text-body">O que fica, e por quê</h3>
      <dl className="mt-1 flex flex-col gap-2 text-control">
        {FICA_POR_DEVER.map(({ que, porque }) => (
          <div key={que}>
            <dt className="font-medium">{que}</dt>
            <dd className="text-muted">{porque}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
