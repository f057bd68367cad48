import { type Aliquota, aliquotas } from '@prumo/contract/aliquotas.ts';
import { writeDecimal } from '@prumo/contract/exact-decimal.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Percent, Trash2 } from 'lucide-react';
import { call, queryOf } from '#lib/api.ts';
import { useDialog } from '#lib/dialogs/use-dialog.ts';
import { later } from '#lib/loading/later.tsx';
import { notifySuccess } from '#lib/notify.ts';
import { formatDay, today } from '#lib/numbers/day.ts';
import { May } from '#lib/session/may.tsx';
import { notifyRefusal } from '#lib/session/notify-refusal.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Opening } from '#ui/dialog/opening.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { FailureState } from '#ui/failure-state.tsx';
import { IconButton } from '#ui/icon-button.tsx';

const AliquotaDialog = later(async () => (await import('./aliquota-dialog.tsx')).AliquotaDialog);

const read = queryOf(aliquotas.list);
const TITLE = 'Definir alíquota';

/** The rates of tax with which margins are estimated, each valid from its day until the next one. */
export function AliquotasCard() {
  const { data, error, refetch } = useQuery(read);
  const { open, place } = useDialog('aliquota');
  return (
    <div id="imposto">
      <Card
        title="Imposto sobre vendas"
        text="A margem dos pedidos estima o imposto com a alíquota do dia da venda."
        action={
          <May call={aliquotas.set}>
            <Button onClick={() => open()}>{TITLE}</Button>
          </May>
        }
      >
        {data ? (
          <Lista itens={data.itens} />
        ) : error ? (
          <FailureState message={error.message} onRetry={refetch} />
        ) : (
          <div role="status" aria-label="Carregando..." className="skeleton h-10 rounded-control" />
        )}
        {place && (
          <Opening title={TITLE} onClose={place.close}>
            <AliquotaDialog title={TITLE} place={place} />
          </Opening>
        )}
      </Card>
    </div>
  );
}

function Lista({ itens }: { itens: readonly Aliquota[] }) {
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: (desde: string) => call(aliquotas.set, { body: { desde, percentual: null } }),
    onSuccess: (changed) => {
      queryClient.setQueryData(read.queryKey, changed);
      void queryClient.invalidateQueries({ queryKey: ['margem'] });
      notifySuccess('Alíquota removida', 'A margem usa a alíquota anterior, se houver.');
    },
    onError: (error) => notifyRefusal('Erro ao remover a alíquota', error),
  });
  if (itens.length === 0)
    return (
      <EmptyState icon={Percent}>
        Sem alíquota, a margem não desconta imposto. Pergunte à contabilidade a alíquota efetiva.
      </EmptyState>
    );
  const valid = itens.find(({ desde }) => desde <= today());
  return (
    <ul className="flex flex-col divide-y">
      {itens.map((each) => (
        <li key={each.desde} className="flex min-h-11 items-center gap-2 text-control">
          <span className="font-medium">{writeDecimal(each.percentual)}%</span>
          <span className="mr-auto text-muted">a partir de {formatDay(each.desde)}</span>
          {each === valid && <Badge>Vale hoje</Badge>}
          <May call={aliquotas.set}>
            <IconButton
              label={`Remover a alíquota de ${formatDay(each.desde)}`}
              disabled={remove.isPending}
              onClick={() => remove.mutate(each.desde)}
            >
              <Trash2 />
            </IconButton>
          </May>
        </li>
      ))}
    </ul>
  );
}
