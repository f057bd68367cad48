import { PAGAMENTO_EM_PALAVRAS, vendasBalcao } from '@prumo/contract/vendas-balcao.ts';
import { Receipt } from 'lucide-react';
import { call } from '#lib/api.ts';
import { cn } from '#lib/class-names.ts';
import { formatDateTime, formatMoney } from '#lib/numbers/format.ts';
import { usePages } from '#records/list/use-pages.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { FailureState } from '#ui/failure-state.tsx';
import { Frame } from '#ui/table/frame.tsx';

const headLook = 'h-9 border-b bg-bg px-3 text-left font-normal text-meta text-muted';
const cellLook = 'h-11 truncate border-b px-3';

/** The past sales, the last one first. */
export function VendasTab({ onOpen }: { onOpen: (id: string) => void }) {
  const { itens, error, retry, more } = usePages(
    ['vendas-balcao', vendasBalcao.list.url, null, {}],
    async ({ cursor, signal }) => {
      const page = await call(vendasBalcao.list, { query: { cursor: cursor && Number(cursor) }, signal });
      return { itens: page.itens, proximo: page.proximo === null ? null : String(page.proximo) };
    },
  );
  return (
    <Frame>
      {error && !itens ? (
        <FailureState message={error.message} onRetry={retry} />
      ) : itens?.length === 0 ? (
        <EmptyState icon={Receipt}>
          Nenhuma venda ainda. A primeira aparece aqui quando for concluída.
        </EmptyState>
      ) : (
        <div className="min-h-0 grow overflow-y-auto">
          <table
            aria-busy={!itens}
            className="w-full table-fixed border-separate border-spacing-0 text-control"
          >
            <thead>
              <tr>
                <th scope="col" className={cn(headLook, 'w-24 max-md:w-20')}>
                  Venda
                </th>
                <th scope="col" className={cn(headLook, 'w-40 max-md:w-auto')}>
                  Data
                </th>
                <th scope="col" className={cn(headLook, 'max-md:hidden')}>
                  Cliente
                </th>
                <th scope="col" className={cn(headLook, 'max-lg:hidden')}>
                  Vendedor
                </th>
                <th scope="col" className={cn(headLook, 'w-40 max-lg:hidden')}>
                  Pagamento
                </th>
                <th scope="col" className={cn(headLook, 'w-32 text-right max-md:w-28')}>
                  Total
                </th>
              </tr>
            </thead>
            <tbody>
              {itens ? (
                itens.map((venda) => (
                  <tr key={venda.id} className="hover:bg-subtle">
                    <td className={cellLook}>
                      <button
                        type="button"
                        aria-label={`Abrir a venda ${venda.numero}`}
                        className="rounded-small font-medium text-accent-fg hover:underline pointer-coarse:min-h-11"
                        onClick={() => onOpen(venda.id)}
                      >
                        {venda.numero}
                      </button>
                    </td>
                    <td className={cellLook}>
                      {formatDateTime(venda.created_at)}
                      {venda.cancelada_em && (
                        <span className="md:hidden">
                          {' '}
                          <Badge tone="bad">Cancelada</Badge>
                        </span>
                      )}
                    </td>
                    <td className={cn(cellLook, 'max-md:hidden')}>{venda.cliente_nome ?? '-'}</td>
                    <td className={cn(cellLook, 'max-lg:hidden')}>{venda.vendedor_nome ?? '-'}</td>
                    <td className={cn(cellLook, 'max-lg:hidden')}>
                      {venda.cancelada_em ? (
                        <Badge tone="bad">Cancelada</Badge>
                      ) : (
                        PAGAMENTO_EM_PALAVRAS[venda.pagamento]
                      )}
                    </td>
                    <td
                      className={cn(
                        cellLook,
                        'text-right font-medium tabular-nums',
                        venda.cancelada_em && 'text-muted line-through',
                      )}
                    >
                      {formatMoney(venda.total)}
                    </td>
                  </tr>
                ))
              ) : (
                <Skeleton />
              )}
            </tbody>
          </table>
          {more && (
            <div className="flex justify-center p-3">
              <Button busy={more.busy} onClick={more.load}>
                Carregar mais
              </Button>
            </div>
          )}
        </div>
      )}
    </Frame>
  );
}

const Skeleton = () =>
  ['w-1/2', 'w-2/3', 'w-2/5', 'w-3/5'].map((width) => (
    <tr key={width}>
      <td colSpan={6} className="h-11 border-b px-3">
        <div className={cn('skeleton h-4', width)} />
      </td>
    </tr>
  ));
