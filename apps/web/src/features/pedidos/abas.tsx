import {
  ABA_EM_PALAVRAS,
  ABAS_DE_PEDIDOS,
  type AbaDePedidos,
  type ResumoDePedidos,
} from '@prumo/contract/pedidos-fila.ts';
import { Link } from '@tanstack/react-router';
import { cn } from '#lib/class-names.ts';
import { formatInteger } from '#lib/numbers/format.ts';
import type { PedidosSearch } from './pedidos-search.ts';

interface AbasProps {
  resumo: ResumoDePedidos | undefined;
  /** Undefined while a search looks through all abas, or while the first one is not known. */
  current: AbaDePedidos | undefined;
  search: PedidosSearch;
}

/** The abas in the order of work. Each is a link, so that it opens in another window. */
export function Abas({ resumo, current, search }: AbasProps) {
  return (
    <nav
      aria-label="Abas dos pedidos"
      className="-mx-1 flex shrink-0 gap-1 overflow-x-auto border-b px-1 pt-1 print:hidden"
    >
      {ABAS_DE_PEDIDOS.map((aba) => {
        const counted = resumo?.abas.find((each) => each.aba === aba);
        const isCurrent = aba === current;
        return (
          <Link
            key={aba}
            to="/vendas/pedidos"
            search={{ ...search, aba, pedido: undefined }}
            // On a phone not all abas fit, and the current one must be seen.
            ref={isCurrent ? showTab : undefined}
            aria-current={isCurrent ? 'page' : undefined}
            activeProps={{}}
            className={cn(
              'relative flex h-9 shrink-0 items-center gap-2 whitespace-nowrap rounded-small px-2 text-control focus-visible:-outline-offset-2 pointer-coarse:h-11',
              isCurrent
                ? 'font-medium text-fg after:absolute after:inset-x-0 after:-bottom-px after:h-0.5 after:bg-primary'
                : 'text-muted hover:text-fg',
            )}
          >
            {ABA_EM_PALAVRAS[aba]}
            {counted ? (
              <span
                className={cn(
                  'rounded-full px-1.5 font-medium text-badge',
                  aba === 'problemas' && counted.total > 0
                    ? 'bg-bad text-bad-fg'
                    : isCurrent
                      ? 'bg-accent text-accent-fg'
                      : 'bg-subtle text-muted',
                )}
              >
                {formatInteger(counted.total)}
                {counted.mais && '+'}
              </span>
            ) : (
              <span aria-hidden className="skeleton h-4 w-5" />
            )}
          </Link>
        );
      })}
    </nav>
  );
}

const showTab = (tab: HTMLAnchorElement | null) =>
  tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
