import { inventario } from '@prumo/contract/inventario.ts';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '#lib/api.ts';
import { cn } from '#lib/class-names.ts';
import { formatInteger, formatQuantity } from '#lib/numbers/format.ts';

/** The cards load separately, so that the rows do not wait for them. */
export function InventarioCards() {
  const { data, error } = useQuery({ ...queryOf(inventario.resumo), staleTime: 0 });
  const unknown = error ? '-' : undefined;
  return (
    <dl className="grid shrink-0 grid-cols-3 divide-x rounded-card border">
      <Card label="Total em Estoque" value={data ? formatQuantity(data.total) : unknown} />
      <Card
        label="Estoque Baixo"
        value={data ? formatInteger(data.baixo) : unknown}
        look={data?.baixo ? 'text-warn-fg' : undefined}
      />
      <Card
        label="Sem Estoque"
        value={data ? formatInteger(data.zerado) : unknown}
        look={data?.zerado ? 'text-bad-fg' : undefined}
      />
    </dl>
  );
}

interface CardProps {
  label: string;
  /** Undefined until it is known. */
  value: string | undefined;
  /** A colour for a figure that needs attention. */
  look?: string | undefined;
}

function Card({ label, value, look }: CardProps) {
  return (
    <div className="min-w-0 px-2.5 py-3 md:px-3.5">
      <dt className="truncate text-meta text-muted">{label}</dt>
      <dd className={cn('h-7 truncate font-semibold text-page tracking-[-0.02em]', look)}>
        {value ?? <span className="skeleton mt-1 block h-5 w-16" />}
      </dd>
    </div>
  );
}
