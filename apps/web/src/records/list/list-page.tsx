import type { ReactNode } from 'react';
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
  children: ReactNode;
}

export function ListPage(props: ListPageProps) {
  const { title, subtitle, searchLabel, action, search, go, children } = props;
  return (
    <Page title={title} subtitle={subtitle} action={action}>
      <SearchInput
        label={searchLabel}
        value={search.busca ?? ''}
        // Replaces the history entry, otherwise the back button would step through every letter.
        onSearch={(busca) => go({ busca: busca || undefined, cursor: undefined }, { replace: true })}
      />
      {children}
    </Page>
  );
}
