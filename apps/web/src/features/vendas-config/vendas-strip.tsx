import { depositos } from '@prumo/contract/depositos.ts';
import { type VendasConfig, vendasConfig } from '@prumo/contract/vendas-config.ts';
import { useQueries, useQuery } from '@tanstack/react-query';
import { queryOf } from '#lib/api.ts';
import { useDialog } from '#lib/dialogs/use-dialog.ts';
import { later } from '#lib/loading/later.tsx';
import { May } from '#lib/session/may.tsx';
import { namedOf } from '#records/picker/pickable.ts';
import { Button } from '#ui/button.tsx';
import { Opening } from '#ui/dialog/opening.tsx';
import { situacaoDe } from './vendas-words.ts';

const VendasDialog = later(async () => (await import('./vendas-dialog.tsx')).VendasDialog);

const TITLE = 'Vendas no estoque';

/** Says above the tabs of a conta how its sales reach the stock. Those who may integrate can change it. */
export function VendasStrip({ contaId }: { contaId: string }) {
  const { data, error, refetch } = useQuery(queryOf(vendasConfig.get, { params: { id: contaId } }));
  const { open, place } = useDialog('vendas-da-conta');
  return (
    <section
      aria-label={TITLE}
      className="flex shrink-0 flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card border px-4 py-2.5"
    >
      {data ? (
        <Situacao config={data} />
      ) : error ? (
        <p className="text-control">Não foi possível ler como as vendas chegam ao estoque: {error.message}</p>
      ) : (
        <div
          role="status"
          aria-label="Carregando..."
          className="skeleton h-5 w-80 max-w-full rounded-control"
        />
      )}
      {data ? (
        <May call={vendasConfig.set}>
          <Button onClick={() => open()}>
            {data.reserva_desde === null ? 'Reservar as vendas' : 'Mudar a reserva'}
          </Button>
        </May>
      ) : (
        error && <Button onClick={() => void refetch()}>Tentar de novo</Button>
      )}
      {data && place && (
        <Opening title={TITLE} onClose={place.close}>
          <VendasDialog title={TITLE} contaId={contaId} config={data} place={place} />
        </Opening>
      )}
    </section>
  );
}

function Situacao({ config }: { config: VendasConfig }) {
  const names = useQueries({ queries: config.depositos.map((id) => namedOf(depositos, id)) });
  // A deposito that was deleted is passed over, here as by the reserva.
  const known = names.flatMap(({ data }) => data?.nome ?? []);
  return (
    <p className="min-w-0 flex-1 basis-60 text-control">
      {situacaoDe(config)}
      {config.reserva_desde !== null && (
        <span className="text-muted">
          {' '}
          {known.length > 0
            ? `Depósitos, na ordem: ${known.join(', ')}.`
            : 'Cada venda sai do depósito em que o produto está.'}
        </span>
      )}
    </p>
  );
}
