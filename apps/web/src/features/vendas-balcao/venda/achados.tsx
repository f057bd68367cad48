import type { ProdutoEncontrado } from '@prumo/contract/produtos.ts';
import { formatMoney, formatQuantity } from '#lib/numbers/format.ts';

interface AchadosProps {
  label: string;
  achados: readonly ProdutoEncontrado[];
  onChoose: (produto: ProdutoEncontrado) => void;
  /** Escape, or the arrow up from the first one. */
  onLeave: (why: 'escape' | 'up') => void;
}

/** The produtos among which the person chooses, with the arrow keys or the mouse. */
export function Achados({ label, achados, onChoose, onLeave }: AchadosProps) {
  return (
    <ul aria-label={label} className="flex flex-col divide-y overflow-hidden rounded-card border">
      {achados.map((produto) => (
        <li key={produto.id}>
          <button
            type="button"
            data-achado
            className="flex w-full items-center justify-between gap-3 px-3.5 py-2 text-left text-control hover:bg-subtle focus-visible:-outline-offset-2 pointer-coarse:min-h-11"
            onClick={() => onChoose(produto)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') onLeave('escape');
              if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
              event.preventDefault();
              const item = event.currentTarget.parentElement;
              const next =
                event.key === 'ArrowDown' ? item?.nextElementSibling : item?.previousElementSibling;
              const target = next?.querySelector('button');
              if (target) target.focus();
              else if (event.key === 'ArrowUp') onLeave('up');
            }}
          >
            <span className="min-w-0">
              <span className="block truncate font-medium">{produto.nome}</span>
              <span className="block truncate text-meta text-muted">
                {produto.sku} · {produto.marca_nome}
              </span>
            </span>
            <span className="shrink-0 text-right">
              <span className="block font-medium">{formatMoney(produto.preco_venda)}</span>
              <span className="block text-meta text-muted">
                {formatQuantity(produto.estoque_inicial)} em estoque
              </span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
