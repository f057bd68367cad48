import { ProblemError } from '#lib/api.ts';

interface ListQuery {
  error: Error | null;
  data: unknown;
  refetch: () => unknown;
}

/**
 * Why a list is not on screen and what can be done. A place in the list that the server refuses (an old link)
 * stays refused, so trying again then means starting from the first page.
 */
export function listFailure({ error, data, refetch }: ListQuery, toFirstPage: (() => void) | undefined) {
  if (!error || data) return undefined;
  const refused = error instanceof ProblemError && error.status >= 400 && error.status < 500;
  return {
    message: error.message,
    retry: () => {
      if (refused && toFirstPage) toFirstPage();
      else void refetch();
    },
  };
}
