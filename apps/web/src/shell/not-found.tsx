import { lazy, Suspense } from 'react';
import { ShellSkeleton } from './shell-skeleton.tsx';

const NotFoundPage = lazy(async () => ({ default: (await import('./not-found-page.tsx')).NotFoundPage }));

/** Loads the page on demand, because its code would enlarge every first visit. */
export const NotFound = () => (
  <Suspense fallback={<ShellSkeleton />}>
    <NotFoundPage />
  </Suspense>
);
