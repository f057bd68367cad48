import { comissoes } from '@prumo/contract/comissoes.ts';
import { vendedores } from '@prumo/contract/vendedores.ts';
import { useQuery } from '@tanstack/react-query';
import { Percent } from 'lucide-react';
import { queryOf } from '#lib/api.ts';
import { cn } from '#lib/class-names.ts';
import type { DialogPlace } from '#lib/dialogs/use-dialog.ts';
import { formatDay } from '#lib/numbers/day.ts';
import { formatDateTime, formatMoney, formatQuantity } from '#lib/numbers/format.ts';
import { namedOf } from '#records/picker/pickable.ts';
import { DialogBody } from '#ui/dialog/dialog.tsx';
import { EagerDialog } from '#ui/dialog/eager-dialog.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { FailureState } from '#ui/failure-state.tsx';

interface ComissaoDialogProps {
  /** The id of the vendedor and the days of the period, as the address names them. */
  args: readonly string[];
  place: DialogPlace;
  onOpen: (vendaId: string) => void;
}

/** The sales and cancellations of which the comissão of a vendedor is made. */
export function ComissaoDialog({
  args: [vendedor_id = '', de = '', ate = ''],
  place,
  onOpen,
}: ComissaoDialogProps) {
  const { data: vendedor } = useQuery(namedOf(vendedores, vendedor_id));
  const { data, error, refetch } = useQuery(
    queryOf(comissoes.lancamentos, { query: { vendedor_id, de, ate } }),
  );
  return (
    <EagerDialog
      title={vendedor ? `Comissão de ${vendedor.nome}` : 'Comissão'}
      text={`De ${formatDay(de)} a ${formatDay(ate)}`}
      className="md:w-[36rem]"
      place={place}
    >
      <DialogBody>
        {error && !data && <FailureState message={error.message} onRetry={refetch} />}
        {!data && !error && (
          <div role="status" aria-label="Carregando a comissão" className="skeleton h-24 shrink-0" />
        )}
        {data?.itens.length === 0 && <EmptyState icon={Percent}>Nenhuma venda neste período.</EmptyState>}
        {data && data.itens.length > 0 && (
          <ul className="flex flex-col divide-y rounded-card border text-control">
            {data.itens.map(({ venda_id, numero, em, tipo, total, percentual, valor }) => (
              <li key={`${venda_id} ${tipo}`} className="flex items-center justify-between gap-3 px-3.5 py-2">
                <div className="min-w-0">
                  <button
                    type="button"
                    className="rounded-small font-medium text-accent-fg hover:underline pointer-coarse:min-h-11"
                    onClick={() => onOpen(venda_id)}
                  >
                    {tipo === 'venda' ? `Venda ${numero}` : `Cancelamento da venda ${numero}`}
                  </button>
                  <p className="text-meta text-muted">
                    {formatDateTime(em)} · {formatMoney(total)}
                    {percentual !== null && ` a ${formatQuantity(percentual)}%`}
                  </p>
                </div>
                <span
                  className={cn('shrink-0 font-medium tabular-nums', valor.startsWith('-') && 'text-bad-fg')}
                >
                  {formatMoney(valor)}
                </span>
              </li>
            ))}
          </ul>
        )}
        {data?.mais && (
          <p className="text-meta text-muted">
            Há mais vendas do que esta lista mostra. Escolha um período menor.
          </p>
        )}
      </DialogBody>
    </EagerDialog>
  );
}
