import { ABAS_DE_ANUNCIOS, type AbaDeAnuncios, type ResumoDeAnuncios } from '@prumo/contract/anuncios.ts';
import { Link } from '@tanstack/react-router';
import { cn } from '#lib/class-names.ts';
import { formatInteger } from '#lib/numbers/format.ts';
import { ABA_EM_PALAVRAS } from './anuncio-words.ts';
import type { AnunciosSearch } from './anuncios-search.ts';

interface AbasProps {
  resumo: ResumoDeAnuncios | undefined;
  current: AbaDeAnuncios;
  search: AnunciosSearch;
}

/** Each aba is a link, so that it opens in another window. */
export function Abas({ resumo, current, search }: AbasProps) {
  return (
    <nav
      aria-label="Abas dos anúncios"
      className="-mx-1 flex min-w-0 gap-1 overflow-x-auto px-1 pt-1 max-md:w-full max-md:border-b print:hidden"
    >
      {ABAS_DE_ANUNCIOS.map((aba) => {
        const counted = resumo?.abas.find((each) => each.aba === aba);
        const isCurrent = aba === current;
        return (
          <Link
            key={aba}
            to="/vendas/anuncios"
            search={{ ...search, aba: aba === 'todos' ? undefined : aba }}
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
                  isCurrent ? 'bg-accent text-accent-fg' : 'bg-subtle text-muted',
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
