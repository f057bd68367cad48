import { margens } from '@prumo/contract/margens.ts';
import { Suspense } from 'react';
import { later } from '#lib/loading/later.tsx';
import { useMay } from '#lib/session/may.tsx';
import { NoRight } from '#records/no-right.tsx';
import { Page } from '#ui/page.tsx';
import type { MargemSearch } from './margem-search.ts';

const MargemDoPeriodo = later(async () => (await import('./margem-do-periodo.tsx')).MargemDoPeriodo);

interface MargemPageProps {
  search: MargemSearch;
  go: (change: MargemSearch) => void;
}

/** What is left of the sales of a period. People who may not see costs load none of it, and ask the server for nothing. */
export function MargemPage(props: MargemPageProps) {
  const may = useMay(margens.summary);
  if (!may)
    return (
      <Page title="Margem">
        <NoRight />
      </Page>
    );
  return (
    <Suspense fallback={<Loading />}>
      <MargemDoPeriodo {...props} />
    </Suspense>
  );
}

const Loading = () => (
  <Page title="Margem">
    <div role="status" aria-label="Carregando a margem" className="skeleton h-20 shrink-0 rounded-card" />
  </Page>
);
