import type { ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { SearchInput } from '#ui/form/search-input.tsx';
import { Page } from '#ui/page.tsx';
import type { ListSearch } from './list-search.ts';

interface ListPageProps {
  title: string;
  subtitle: string;
  searchLabel: string;
  action: ReactNode;
  search: Pick<ListSearch, 'busca'>;
  go: (change: Pick<ListSearch, 'busca' | 'cursor'>, options: { replace: boolean }) => void;
  view: { tabs: ReactNode; exibir: ReactNode };
  /** Shows the checkboxes on a narrow screen. */
  onSelect?: (() => void) | undefined;
  children: ReactNode;
}

export function ListPage(props: ListPageProps) {
  const { title, subtitle, searchLabel, action, search, go, view, onSelect, children } = props;
  return (
    <Page title={title} subtitle={subtitle} tabs={view.tabs} action={action}>
      <div className="flex shrink-0 items-start justify-between gap-2 print:hidden">
        <SearchInput
          label={searchLabel}
          value={search.busca ?? ''}
          // Replaces the history entry, otherwise the back button would step through every letter.
          onSearch={(busca) => go({ busca: busca || undefined, cursor: undefined }, { replace: true })}
        />
        {onSelect && (
          <span className="md:hidden">
            <Button look="ghost" onClick={onSelect}>
              Selecionar
            </Button>
          </span>
        )}
        {view.exibir}
      </div>
      {children}
    </Page>
  );
}
