import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { FailureState } from '#ui/failure-state.tsx';
import type { Pages } from './use-pages.ts';

interface PagedListProps<Item> {
  pages: Pages<Item>;
  icon: LucideIcon;
  /** Shown when the list is empty. */
  empty: string;
  /** Renders the rows. There is at least one. */
  children: (itens: Item[]) => ReactNode;
}

/** Shows a list inside a dialog: its rows, or the reason why there are none. */
export function PagedList<Item>({ pages, icon, empty, children }: PagedListProps<Item>) {
  const { itens, error, retry, more } = pages;
  return (
    <>
      {error && <FailureState message={error.message} onRetry={retry} />}
      {!itens && !error && (
        <p role="status" className="text-control text-muted">
          Carregando...
        </p>
      )}
      {itens?.length === 0 && <EmptyState icon={icon}>{empty}</EmptyState>}
      {itens && itens.length > 0 && children(itens)}
      {more && (
        <Button className="self-center" busy={more.busy} onClick={more.load}>
          Carregar mais
        </Button>
      )}
    </>
  );
}
