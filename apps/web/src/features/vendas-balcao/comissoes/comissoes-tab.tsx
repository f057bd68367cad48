import { type Comissao, comissoes } from '@prumo/contract/comissoes.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Download, Percent, Printer } from 'lucide-react';
import { queryOf } from '#lib/api.ts';
import { cn } from '#lib/class-names.ts';
import { useDialog } from '#lib/dialogs/use-dialog.ts';
import { downloadFile } from '#lib/files/download-file.ts';
import { later } from '#lib/loading/later.tsx';
import { notifyFailure } from '#lib/notify.ts';
import { formatDay, isDay, today } from '#lib/numbers/day.ts';
import { sumOf } from '#lib/numbers/decimal.ts';
import { formatInteger, formatMoney } from '#lib/numbers/format.ts';
import { Button } from '#ui/button.tsx';
import { DayFilter } from '#ui/day/day-filter.tsx';
import { Opening } from '#ui/dialog/opening.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { FailureState } from '#ui/failure-state.tsx';
import { Frame } from '#ui/table/frame.tsx';

const ComissaoDialog = later(async () => (await import('./comissao-dialog.tsx')).ComissaoDialog);

interface ComissoesTabProps {
  search: { de?: string | undefined; ate?: string | undefined };
  go: (change: { de?: string | undefined; ate?: string | undefined }) => void;
  /** Opens a sale. */
  onOpen: (id: string) => void;
}

const headLook = 'h-9 border-b bg-bg px-3 text-left font-normal text-meta text-muted';
const cellLook = 'h-11 border-b px-3';
const numberLook = 'text-right tabular-nums whitespace-nowrap';

/** What each vendedor earned in a period: this month, unless the person chooses another. */
export function ComissoesTab({ search, go, onOpen }: ComissoesTabProps) {
  const { de, ate } = periodIn(search);
  const comissao = useDialog('comissao');
  const { data, error, refetch } = useQuery({
    ...queryOf(comissoes.list, { query: { de, ate } }),
    staleTime: 0,
  });
  const file = useMutation({
    mutationFn: () => downloadFile(comissoes.file, { de, ate }, `comissoes-${de}-a-${ate}.csv`),
    onError: (failure) => notifyFailure('Erro ao baixar o arquivo', failure.message, failure),
  });
  const itens = data?.itens;
  const isFull = itens !== undefined && itens.length > 0;
  return (
    <>
      <div className="flex flex-wrap items-start gap-3">
        <DayFilter label="De" value={de} max={today()} onDay={(day) => go({ de: day || undefined })} />
        <DayFilter label="até" value={ate} max={today()} onDay={(day) => go({ ate: day || undefined })} />
        {isFull && !data?.parcial && (
          <div className="ml-auto flex gap-2 print:hidden">
            <Button onClick={() => print()}>
              <Printer aria-hidden />
              Imprimir
            </Button>
            <Button busy={file.isPending} onClick={() => file.mutate()}>
              <Download aria-hidden />
              Baixar CSV
            </Button>
          </div>
        )}
      </div>
      {data?.parcial && (
        <p role="status" className="text-control text-warn-fg">
          O período tem vendas demais para uma soma. Escolha um período menor.
        </p>
      )}
      <Frame>
        {error && !data ? (
          <FailureState message={error.message} onRetry={refetch} />
        ) : itens?.length === 0 ? (
          <EmptyState icon={Percent}>
            Nenhuma venda com vendedor de {formatDay(de)} a {formatDay(ate)}. Escolha o vendedor ao vender no
            balcão.
          </EmptyState>
        ) : (
          <div className="min-h-0 grow overflow-auto">
            <table aria-busy={!itens} className="w-full border-separate border-spacing-0 text-control">
              <thead>
                <tr>
                  <th scope="col" className={headLook}>
                    Vendedor
                  </th>
                  <th scope="col" className={cn(headLook, 'text-right max-md:hidden print:table-cell')}>
                    Vendas
                  </th>
                  <th scope="col" className={cn(headLook, 'text-right max-md:hidden print:table-cell')}>
                    Vendido
                  </th>
                  <th scope="col" className={cn(headLook, 'text-right max-lg:hidden print:table-cell')}>
                    Comissão
                  </th>
                  <th scope="col" className={cn(headLook, 'text-right max-lg:hidden print:table-cell')}>
                    Estornado
                  </th>
                  <th scope="col" className={cn(headLook, 'text-right')}>
                    A pagar
                  </th>
                </tr>
              </thead>
              <tbody>
                {itens?.map((each) => (
                  <Row
                    key={each.vendedor_id}
                    comissao={each}
                    onOpen={() => comissao.open(each.vendedor_id, de, ate)}
                  />
                )) ?? (
                  <tr>
                    <td colSpan={6} className={cellLook}>
                      <div
                        role="status"
                        aria-label="Carregando as comissões"
                        className="skeleton h-4 w-1/2"
                      />
                    </td>
                  </tr>
                )}
              </tbody>
              {isFull && (
                <tfoot>
                  <tr className="font-semibold">
                    <td className={cellLook}>Total</td>
                    <td className={cn(cellLook, numberLook, 'max-md:hidden print:table-cell')}>
                      {formatInteger(itens.reduce((sum, { vendas }) => sum + vendas, 0))}
                    </td>
                    <td className={cn(cellLook, numberLook, 'max-md:hidden print:table-cell')}>
                      {totalOf(itens, 'vendido')}
                    </td>
                    <td className={cn(cellLook, numberLook, 'max-lg:hidden print:table-cell')}>
                      {totalOf(itens, 'comissao')}
                    </td>
                    <td className={cn(cellLook, numberLook, 'max-lg:hidden print:table-cell')}>
                      {totalOf(itens, 'estornado')}
                    </td>
                    <td className={cn(cellLook, numberLook)}>{totalOf(itens, 'a_pagar')}</td>
                  </tr>
                </tfoot>
              )}
            </table>
          </div>
        )}
      </Frame>
      {comissao.place && (
        <Opening title="Comissão" onClose={comissao.place.close}>
          <ComissaoDialog args={comissao.args ?? []} place={comissao.place} onOpen={onOpen} />
        </Opening>
      )}
    </>
  );
}

function Row({ comissao, onOpen }: { comissao: Comissao; onOpen: () => void }) {
  const { vendedor_nome, vendas, vendido, comissao: earned, estornado, a_pagar } = comissao;
  return (
    <tr className="hover:bg-subtle">
      <td className={cellLook}>
        <button
          type="button"
          aria-label={`Abrir a comissão de ${vendedor_nome}`}
          className="rounded-small text-left font-medium text-accent-fg hover:underline pointer-coarse:min-h-11"
          onClick={onOpen}
        >
          {vendedor_nome}
        </button>
      </td>
      <td className={cn(cellLook, numberLook, 'max-md:hidden print:table-cell')}>{formatInteger(vendas)}</td>
      <td className={cn(cellLook, numberLook, 'max-md:hidden print:table-cell')}>{formatMoney(vendido)}</td>
      <td className={cn(cellLook, numberLook, 'max-lg:hidden print:table-cell')}>{formatMoney(earned)}</td>
      <td className={cn(cellLook, numberLook, 'max-lg:hidden print:table-cell')}>{formatMoney(estornado)}</td>
      <td className={cn(cellLook, numberLook, 'font-medium', a_pagar.startsWith('-') && 'text-bad-fg')}>
        {formatMoney(a_pagar)}
      </td>
    </tr>
  );
}

const totalOf = (itens: readonly Comissao[], field: 'vendido' | 'comissao' | 'estornado' | 'a_pagar') =>
  formatMoney(sumOf(itens.map((each) => each[field])) ?? '0.00');

/** The period of the address. An old or mistyped address shows this month. */
function periodIn({ de, ate }: ComissoesTabProps['search']) {
  const now = today();
  return {
    de: de !== undefined && isDay(de) ? de : `${now.slice(0, 8)}01`,
    ate: ate !== undefined && isDay(ate) ? ate : now,
  };
}
