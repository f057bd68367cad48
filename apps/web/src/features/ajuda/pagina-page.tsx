import { Link } from '@tanstack/react-router';
import { ChevronLeft, FileQuestionMark } from 'lucide-react';
import type { ReactNode } from 'react';
import { usePageName } from '#lib/page-name.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { Page } from '#ui/page.tsx';
import { Blocks } from './blocks.tsx';
import { paginaAt } from './paginas.ts';

/** One page of ajuda. */
export function PaginaPage({ slug }: { slug: string }) {
  const pagina = paginaAt(slug);
  usePageName(pagina?.titulo);
  if (!pagina)
    return (
      <Page title="Página não encontrada">
        <EmptyState icon={FileQuestionMark} action={<BackToAjuda />}>
          Esta página da ajuda não existe, ou mudou de nome.
        </EmptyState>
      </Page>
    );
  return (
    <Page title={pagina.titulo} subtitle={pagina.resumo} action={<BackToAjuda />}>
      <Prose>
        <Blocks blocks={pagina.blocks} />
      </Prose>
    </Page>
  );
}

export const Prose = ({ children }: { children: ReactNode }) => (
  <div className="flex max-w-2xl flex-col gap-3 pb-8 text-body">{children}</div>
);

export const BackToAjuda = () => (
  <Link
    to="/ajuda"
    className="flex items-center gap-1 rounded-control px-2 py-1 text-control text-muted hover:bg-subtle hover:text-fg"
  >
    <ChevronLeft aria-hidden className="size-4" />
    Toda a ajuda
  </Link>
);
