import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryOf } from '#lib/api.ts';
import { notifyFailure } from '#lib/notify.tsx';
import { NOVO } from './list-search.ts';
import type { Register } from './register.ts';

/**
 * The record to edit; nothing for a new one. Always read anew and never kept: a form must not start from what was true
 * some minutes ago. `unread` is said when it cannot be loaded.
 */
export function useRecord<Row>({ get }: Pick<Register<Row, never>, 'get'>, id: string, unread?: string) {
  const { data, error, refetch } = useQuery({
    ...queryOf(get, { params: { id } }),
    enabled: id !== NOVO,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  useEffect(() => {
    if (error && unread) notifyFailure('Erro', unread, error);
  }, [error, unread]);
  return { data, error, refetch };
}
