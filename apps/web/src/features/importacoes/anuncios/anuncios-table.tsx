import type { AnuncioProposto } from '@prumo/contract/importacoes-anuncios.ts';
import type { ReactNode } from 'react';
import { cn } from '#lib/class-names.ts';
import { formatMoney } from '#lib/numbers/format.ts';
import { AnuncioFate, AnuncioQuantidade, AnuncioSku, AnuncioTitle } from './anuncio-cells.tsx';
import { isDoubtful } from './anuncio-words.ts';

export interface AnuncioRowsProps {
  itens: readonly AnuncioProposto[];
  /** True before the import has started. */
  isPlan: boolean;
  /** Returns null when no action is possible any more. */
  actionsOf: (anuncio: AnuncioProposto) => ReactNode;
}

const COLUMNS = [
  { header: 'Anúncio', className: '' },
  { header: 'SKU', className: 'w-36 max-lg:hidden' },
  { header: 'Preço', className: 'w-28 text-right' },
  { header: 'Quantidade', className: 'w-28 text-right max-lg:hidden' },
  { header: 'O que será feito', className: 'w-[30%]' },
  { header: 'Ações', className: 'text-right' },
] as const;

export function AnunciosTable({ itens, isPlan, actionsOf }: AnuncioRowsProps) {
  const isSettled = itens.every((anuncio) => actionsOf(anuncio) === null);
  // The two answers to an uncertain match need more width. The column keeps this width after the person has
  // answered.
  const isWide = itens.some(isDoubtful);
  const columns = isSettled ? COLUMNS.slice(0, -1) : COLUMNS;
  const cell = (n: number) => cn('border-b px-3 py-2 first:pl-3.5 last:pr-3.5', COLUMNS[n]?.className);
  return (
    <table className="w-full table-fixed border-separate border-spacing-0 text-control">
      <thead>
        <tr>
          {columns.map(({ header, className }) => (
            <th
              key={header}
              scope="col"
              className={cn(
                'h-9 border-b bg-bg px-3 base:text-left font-medium text-meta text-muted first:pl-3.5 last:pr-3.5',
                className,
                header === 'Ações' && (isWide ? 'w-60' : 'w-20'),
              )}
            >
              {!isPlan && header === 'O que será feito' ? 'O que aconteceu' : header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {itens.map((anuncio) => (
          <tr key={`${anuncio.anuncio_id}/${anuncio.variacao_id}`} className="hover:bg-subtle/50">
            <td className={cell(0)}>
              <AnuncioTitle anuncio={anuncio} />
            </td>
            <td className={cell(1)}>
              <AnuncioSku anuncio={anuncio} />
            </td>
            <td className={cn(cell(2), 'whitespace-nowrap')}>{formatMoney(anuncio.preco)}</td>
            <td className={cell(3)}>
              <AnuncioQuantidade anuncio={anuncio} />
            </td>
            <td className={cell(4)}>
              <AnuncioFate anuncio={anuncio} isPlan={isPlan} />
            </td>
            {!isSettled && <td className={cell(5)}>{actionsOf(anuncio)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
