import { movimentos } from '@prumo/contract/movimentos.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOf } from '#lib/api.ts';
import { cn } from '#lib/class-names.ts';
import { formatDay, today } from '#lib/numbers/day.ts';
import { formatQuantity } from '#lib/numbers/format.ts';
import { Disponibilidade } from '#records/stock/disponibilidade.tsx';
import { DayFilter } from '#ui/day/day-filter.tsx';

/** The stock of a produto per deposito, now or at the end of a day. */
export function SaldoEm({ produtoId }: { produtoId: string }) {
  const [em, setEm] = useState('');
  const { data, error, isPlaceholderData } = useQuery({
    ...queryOf(movimentos.saldos, { params: { id: produtoId }, query: { em: em || undefined } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  return (
    <section
      aria-label="Saldo"
      className="flex shrink-0 flex-col gap-2 rounded-card border bg-bg px-3.5 py-3"
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="font-medium text-control">
          {em ? `Saldo no fim de ${formatDay(em)}` : 'Saldo agora'}
          {data && (
            <span className={cn('ml-2', isPlaceholderData && 'opacity-60')}>
              {formatQuantity(data.total)}
            </span>
          )}
        </p>
        <DayFilter label="Saldo em" value={em} max={today()} onDay={setEm} />
      </div>
      {error && <p className="text-bad-fg text-control">{error.message}</p>}
      {data && data.itens.length > 0 && (
        <dl className={cn('flex flex-col gap-1 text-control', isPlaceholderData && 'opacity-60')}>
          {data.itens.map((item) => (
            <div key={item.deposito_id} className="flex justify-between gap-3">
              <dt className="min-w-0 truncate text-muted">{item.nome}</dt>
              <dd className="shrink-0 text-right">
                {formatQuantity(item.quantidade)}
                <Disponibilidade {...item} saldo={item.quantidade} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
