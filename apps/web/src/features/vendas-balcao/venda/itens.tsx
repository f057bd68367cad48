import { movimentos, type Saldo } from '@prumo/contract/movimentos.ts';
import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { queryOf } from '#lib/api.ts';
import { cn } from '#lib/class-names.ts';
import { formatMoney, formatQuantity } from '#lib/numbers/format.ts';
import { DecimalInput } from '#records/fields/decimal-input.tsx';
import { useDecimal } from '#records/fields/use-decimal.ts';
import { disponibilidadeText, isPromised } from '#records/stock/disponibilidade.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import type { ItemDoRascunho } from './rascunho.ts';
import type { Venda } from './use-venda.ts';

interface ItensProps {
  venda: Venda;
  brutos: readonly string[] | undefined;
  onRemoved: () => void;
}

const headLook = 'h-9 border-b bg-bg px-3 text-left font-normal text-meta text-muted';
const cellLook = 'border-b px-3 py-2 align-top max-md:border-b-0 max-md:p-0';

/** The produtos of the sale. On a phone each is a card. */
export function Itens({ venda, brutos, onRemoved }: ItensProps) {
  const { rascunho, erros } = venda;
  return (
    <table className="w-full border-separate border-spacing-0 text-control max-md:block">
      <thead className="max-md:sr-only">
        <tr>
          <th scope="col" className={headLook}>
            Peça
          </th>
          <th scope="col" className={cn(headLook, 'w-28')}>
            Quantidade
          </th>
          <th scope="col" className={cn(headLook, 'w-36')}>
            Preço
          </th>
          <th scope="col" className={cn(headLook, 'w-28 text-right')}>
            Total
          </th>
          <th scope="col" className={cn(headLook, 'w-12')}>
            <span className="sr-only">Retirar</span>
          </th>
        </tr>
      </thead>
      <tbody className="max-md:block">
        {rascunho.itens.map((item, index) => (
          <Item
            key={item.produto_id}
            item={item}
            depositoId={rascunho.deposito_id}
            bruto={brutos?.[index]}
            erro={erros[`itens.${item.produto_id}`]}
            onChange={(part) => venda.store.changeItem(item.produto_id, part)}
            onRemove={() => {
              venda.store.remove(item.produto_id);
              onRemoved();
            }}
          />
        ))}
      </tbody>
    </table>
  );
}

interface ItemProps {
  item: ItemDoRascunho;
  depositoId: string | null;
  bruto: string | undefined;
  erro: string | undefined;
  onChange: (part: Partial<ItemDoRascunho>) => void;
  onRemove: () => void;
}

function Item({ item, depositoId, bruto, erro, onChange, onRemove }: ItemProps) {
  const { nome, sku } = item;
  return (
    <tr
      className={cn(
        'max-md:grid max-md:grid-cols-[1fr_1fr_auto] max-md:items-center max-md:gap-x-3 max-md:gap-y-2 max-md:border-b max-md:p-3',
        erro && 'bg-bad/40',
      )}
    >
      <td className={cn(cellLook, 'max-md:col-span-2')}>
        <p className="font-medium">{nome}</p>
        <p className="text-meta text-muted">
          {sku}
          <Disponivel item={item} depositoId={depositoId} />
        </p>
        {erro && (
          <p role="alert" className="mt-1 text-bad-fg text-meta">
            {erro}
          </p>
        )}
      </td>
      <td className={cn(cellLook, 'max-md:order-2')}>
        <Amount
          label={`Quantidade de ${nome}`}
          value={item.quantidade}
          onDecimal={(quantidade) => onChange({ quantidade })}
        />
      </td>
      <td className={cn(cellLook, 'max-md:order-3')}>
        <Amount
          label={`Preço de ${nome}`}
          unit="R$"
          value={item.preco}
          onDecimal={(preco) => onChange({ preco })}
        />
      </td>
      <td
        className={cn(cellLook, 'whitespace-nowrap pt-3.5 text-right font-medium max-md:order-4 max-md:pt-0')}
      >
        {bruto === undefined ? '-' : formatMoney(bruto)}
      </td>
      <td className={cn(cellLook, 'text-right max-md:order-1')}>
        <IconButton label={`Retirar ${nome} da venda`} onClick={onRemove}>
          <Trash2 aria-hidden />
        </IconButton>
      </td>
    </tr>
  );
}

interface AmountProps {
  label: string;
  value: string;
  unit?: 'R$';
  onDecimal: (value: string) => void;
}

function Amount({ label, value, unit, onDecimal }: AmountProps) {
  const decimal = useDecimal({ value, onDecimal, kind: { places: 2, unit } });
  return (
    <>
      <DecimalInput
        ref={() => {}}
        aria-label={label}
        aria-invalid={decimal.error ? true : undefined}
        decimal={decimal}
        className="text-right"
      />
      {decimal.error && <p className="mt-1 text-bad-fg text-meta">{decimal.error}</p>}
    </>
  );
}

/** What the chosen deposito has of the piece. */
function Disponivel({ item, depositoId }: { item: ItemDoRascunho; depositoId: string | null }) {
  const { data } = useQuery({
    ...queryOf(movimentos.saldos, { params: { id: item.produto_id }, query: {} }),
    enabled: depositoId !== null,
  });
  if (!data || depositoId === null) return null;
  const saldo: Saldo | undefined = data.itens.find(({ deposito_id }) => deposito_id === depositoId);
  if (!saldo) return <span className="text-bad-fg"> · não está neste depósito</span>;
  const { quantidade, reservado, disponivel } = saldo;
  const lacks = Number(item.quantidade) > Number(quantidade);
  return (
    <span className={cn(lacks && 'text-bad-fg')}>
      {' · '}
      {isPromised(saldo)
        ? disponibilidadeText({ saldo: quantidade, reservado, disponivel })
        : `${formatQuantity(quantidade)} no depósito`}
    </span>
  );
}
