import { useQuery } from '@tanstack/react-query';
import { queryOf } from '#lib/api.ts';
import { useFailureNotice } from '#lib/use-failure-notice.ts';
import { NOVO } from '#records/list/list-search.ts';
import type { Register } from './register.ts';

/**
 * Loads the record to edit, and nothing for a new record. The record is always fetched and never cached,
 * because a form must not start from data that is minutes old. `unread` is shown when loading fails.
 */
export function useRecord<Row>({ get }: Pick<Register<Row, never>, 'get'>, id: string, unread?: string) {
  const { data, error, isSuccess, refetch } = useQuery({
    ...queryOf(get, { params: { id } }),
    enabled: id !== NOVO,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  // A record that is on the screen stays usable when a refresh of it fails.
  const failure = data ? null : error;
  const renew = useFailureNotice(id, { error: failure, isSuccess }, unread);
  return {
    data,
    error,
    refetch: () => {
      renew();
      return refetch();
    },
  };
}
