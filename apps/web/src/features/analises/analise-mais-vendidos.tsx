import type { MaisVendido } from '@prumo/contract/analises.ts';
import { formatInteger, formatMoney } from '#lib/numbers/format.ts';
import { Card } from '#ui/card.tsx';

/** The anuncios with the highest revenue. */
export function AnaliseMaisVendidos({ anuncios }: { anuncios: readonly MaisVendido[] }) {
  return (
    <Card title="Mais vendidos">
      {anuncios.length === 0 ? (
        <p className="text-control text-muted">Nenhum pedido pago neste período.</p>
      ) : (
        <ol className="flex flex-col divide-y">
          {anuncios.map(({ anuncio_id, titulo, unidades, total }, n) => (
            <li key={anuncio_id} className="flex items-baseline gap-3 py-2 text-control first:pt-0 last:pb-0">
              <span aria-hidden className="w-5 shrink-0 text-right text-muted tabular-nums">
                {n + 1}
              </span>
              <div className="min-w-0 flex-1">
                <p className="truncate">{titulo}</p>
                <p className="text-meta text-muted">{anuncio_id}</p>
              </div>
              <div className="shrink-0 text-right tabular-nums">
                <p className="font-medium">{formatMoney(total)}</p>
                <p className="text-meta text-muted">
                  {formatInteger(unidades)} {unidades === 1 ? 'unidade' : 'unidades'}
                </p>
              </div>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}
