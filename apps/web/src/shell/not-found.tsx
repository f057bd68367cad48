import { Suspense } from 'react';
import { later } from '#lib/loading/later.tsx';
import { ShellSkeleton } from './shell-skeleton.tsx';

const NotFoundPage = later(async () => (await import('./not-found-page.tsx')).NotFoundPage);

/** Loads the page on demand, because its code would enlarge every first visit. */
export const NotFound = () => (
  <Suspense fallback={<ShellSkeleton />}>
    <NotFoundPage />
  </Suspense>
);
