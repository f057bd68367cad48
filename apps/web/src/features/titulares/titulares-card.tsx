import { DIAS_PARA_RESPONDER, type PedidoDeTitular, titulares } from '@prumo/contract/titulares.ts';
import { useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { queryOf } from '#lib/api.ts';
import { useDialog } from '#lib/dialogs/use-dialog.ts';
import { later } from '#lib/loading/later.tsx';
import { formatDay } from '#lib/numbers/day.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Opening } from '#ui/dialog/opening.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { FailureState } from '#ui/failure-state.tsx';
import { clockOf, TIPO_WORDS } from './titular-words.ts';

const read = queryOf(titulares.list);
const RegistrarDialog = later(async () => (await import('./registrar-dialog.tsx')).RegistrarDialog);
const AtenderDialog = later(async () => (await import('./atender-dialog.tsx')).AtenderDialog);
/** How often the list looks whether an erasure has ended. */
const WATCH_MS = 2000;

/** The requests of titulares with their clock. */
export function TitularesCard() {
  const { data, error, refetch } = useQuery({
    ...read,
    refetchInterval: ({ state }) =>
      state.data?.itens.some(({ situacao }) => situacao === 'eliminando') ? WATCH_MS : false,
  });
  const registering = useDialog('registrar-pedido');
  const answering = useDialog('atender');
  const answered = data?.itens.find(
    ({ id, situacao }) => id === answering.args?.[0] && situacao === 'aberto',
  );
  return (
    <Card
      title="Pedidos de titulares (LGPD)"
      text={`Quem pede os próprios dados, ou que sejam eliminados, recebe a resposta em até ${DIAS_PARA_RESPONDER} dias.`}
      action={
        <Button look="primary" onClick={() => registering.open()}>
          Registrar pedido
        </Button>
      }
    >
      {data ? (
        data.itens.length === 0 ? (
          <EmptyState icon={ShieldCheck}>
            Nenhum pedido até agora. Registre aqui quando alguém pedir.
          </EmptyState>
        ) : (
          <ul className="flex flex-col divide-y">
            {data.itens.map((pedido) => (
              <Line key={pedido.id} pedido={pedido} onAnswer={() => answering.open(pedido.id)} />
            ))}
          </ul>
        )
      ) : error ? (
        <FailureState message={error.message} onRetry={refetch} />
      ) : (
        <div role="status" aria-label="Carregando..." className="skeleton h-10 rounded-control" />
      )}
      {registering.place && (
        <Opening title="Registrar pedido" onClose={registering.place.close}>
          <RegistrarDialog place={registering.place} onDone={({ id }) => answering.open(id)} />
        </Opening>
      )}
      {answered && answering.place && (
        <Opening title="Pedido de titular" onClose={answering.place.close}>
          <AtenderDialog key={answered.id} pedido={answered} place={answering.place} />
        </Opening>
      )}
    </Card>
  );
}

function Line({ pedido, onAnswer }: { pedido: PedidoDeTitular; onAnswer: () => void }) {
  const { text, tone } = clockOf(pedido);
  const who = pedido.nome ?? 'Dados eliminados';
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-full md:basis-56">
        <p className="truncate font-medium text-body">{who}</p>
        <p className="text-meta text-muted">
          {TIPO_WORDS[pedido.tipo]} · recebido em {formatDay(pedido.recebido_em)} · responder até{' '}
          {formatDay(pedido.vence_em)}
          {pedido.atendido_por && pedido.situacao === 'atendido' && ` · atendido por ${pedido.atendido_por}`}
        </p>
      </div>
      <Badge tone={tone}>{text}</Badge>
      {pedido.situacao === 'aberto' && (
        <Button aria-label={`Atender o pedido de ${who}`} onClick={onAnswer}>
          Atender
        </Button>
      )}
    </li>
  );
}
