import type { GrupoDaMargem } from '@prumo/contract/margens.ts';
import { Link } from '@tanstack/react-router';
import { cn } from '#lib/class-names.ts';
import type { MargemSearch } from './margem-search.ts';
import { GRUPO_WORDS } from './soma-words.ts';

/** What a row adds up. Each is a link, so that it opens in another window. */
export const Grupos = ({ current, search }: { current: GrupoDaMargem; search: MargemSearch }) => (
  <nav aria-label="Margem por" className="-mx-1 flex gap-1 overflow-x-auto px-1 py-1">
    {ORDER.map((grupo) => (
      <Link
        key={grupo}
        to="/vendas/margem"
        search={{
          ...search,
          ...{ grupo: grupo === 'produto' ? undefined : grupo, produto: undefined, anuncio: undefined },
          aberto: undefined,
        }}
        aria-current={grupo === current ? 'page' : undefined}
        activeProps={{}}
        className={cn(
          'relative flex h-9 shrink-0 items-center whitespace-nowrap rounded-small px-2 text-control focus-visible:-outline-offset-2 pointer-coarse:h-11',
          grupo === current
            ? 'font-medium text-fg after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 after:bg-primary'
            : 'text-muted hover:text-fg',
        )}
      >
        {GRUPO_WORDS[grupo]}
      </Link>
    ))}
  </nav>
);

const ORDER: readonly GrupoDaMargem[] = ['produto', 'anuncio', 'pedido'];
