import { depositos } from '@prumo/contract/depositos.ts';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '#lib/api.ts';
import { useOnlyOne } from './use-only-one.ts';

/** The deposito of the last importacao if it is still active, or the only active deposito. */
export function useGuessedDeposito(lastId: string | null | undefined): string | null {
  const only = useOnlyOne(depositos, { ativo: 'true' });
  const last = useQuery({
    ...queryOf(depositos.get, { params: { id: lastId ?? '' } }),
    enabled: Boolean(lastId),
    staleTime: 0,
  });
  return last.data?.ativo ? last.data.id : only;
}
