import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { FailureState } from '#ui/failure-state.tsx';
import type { Pages } from './use-pages.ts';

interface PagedListProps<Item> {
  pages: Pages<Item>;
  icon: LucideIcon;
  /** Said when there is nothing. */
  empty: string;
  /** The rows, of which there is at least one. */
  children: (itens: Item[]) => ReactNode;
}

/** What a dialog shows of a list: its rows, or why they are not there. */
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
