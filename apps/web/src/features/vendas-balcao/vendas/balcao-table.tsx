import { PAGAMENTO_EM_PALAVRAS, type VendaBalcaoListada } from '@prumo/contract/vendas-balcao.ts';
import { cn } from '#lib/class-names.ts';
import { formatDateTime, formatMoney } from '#lib/numbers/format.ts';
import { Badge } from '#ui/badge.tsx';

const headLook = 'h-9 border-b bg-bg px-3 text-left font-normal text-meta text-muted';
const cellLook = 'h-11 truncate border-b px-3';

interface BalcaoTableProps {
  /** Undefined until the first page is there. */
  itens: readonly VendaBalcaoListada[] | undefined;
  onOpen: (id: string) => void;
}

/** The past sales, one in each row. */
export function BalcaoTable({ itens, onOpen }: BalcaoTableProps) {
  return (
    <table aria-busy={!itens} className="w-full table-fixed border-separate border-spacing-0 text-control">
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
        {itens ? itens.map((venda) => <Row key={venda.id} venda={venda} onOpen={onOpen} />) : <Skeleton />}
      </tbody>
    </table>
  );
}

function Row({ venda, onOpen }: { venda: VendaBalcaoListada; onOpen: (id: string) => void }) {
  return (
    <tr className="hover:bg-subtle">
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
          <span className="lg:hidden">
            {' '}
            <Badge tone="bad">Cancelada</Badge>
          </span>
        )}
      </td>
      <td className={cn(cellLook, 'max-md:hidden')}>{venda.cliente_nome ?? '-'}</td>
      <td className={cn(cellLook, 'max-lg:hidden')}>{venda.vendedor_nome ?? '-'}</td>
      <td className={cn(cellLook, 'max-lg:hidden')}>
        {venda.cancelada_em ? <Badge tone="bad">Cancelada</Badge> : PAGAMENTO_EM_PALAVRAS[venda.pagamento]}
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
