import { cn } from '#lib/class-names.ts';
import { formatMoney } from '#lib/numbers/format.ts';
import { AnuncioFate, AnuncioQuantidade, AnuncioSku, AnuncioTitle } from './anuncio-cells.tsx';
import { isDoubtful } from './anuncio-words.ts';
import type { AnuncioRowsProps } from './anuncios-table.tsx';

/** The rows as cards, for screens too narrow for a table. */
export function AnunciosCards({ itens, isPlan, actionsOf }: AnuncioRowsProps) {
  return (
    <ul className="flex flex-col divide-y">
      {itens.map((anuncio) => (
        <li
          key={`${anuncio.anuncio_id}/${anuncio.variacao_id}`}
          className="flex flex-col gap-2 px-3.5 py-3 text-control"
        >
          <AnuncioTitle anuncio={anuncio} />
          <dl className="grid grid-cols-[1.5fr_1fr_1fr] gap-2">
            <div className="min-w-0">
              <dt className="text-meta text-muted">SKU</dt>
              <dd>
                <AnuncioSku anuncio={anuncio} />
              </dd>
            </div>
            <div className="min-w-0">
              <dt className="text-meta text-muted">Preço</dt>
              <dd>{formatMoney(anuncio.preco)}</dd>
            </div>
            <div className="min-w-0">
              <dt className="text-meta text-muted">Quantidade</dt>
              <dd>
                <AnuncioQuantidade anuncio={anuncio} />
              </dd>
            </div>
          </dl>
          <div
            className={cn(
              'flex items-start justify-between gap-2',
              isPlan && isDoubtful(anuncio) && 'flex-col',
            )}
          >
            <div className="min-w-0">
              <AnuncioFate anuncio={anuncio} isPlan={isPlan} />
            </div>
            {actionsOf(anuncio)}
          </div>
        </li>
      ))}
    </ul>
  );
}
