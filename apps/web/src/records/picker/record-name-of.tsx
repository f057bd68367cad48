import { useQuery } from '@tanstack/react-query';
import { namedOf, type Pickable } from './pickable.ts';

/** Shows the name of a record when only its id is known. */
export function RecordNameOf({ of, id }: { of: Pickable; id: string }) {
  const { data, error } = useQuery(namedOf(of, id));
  return data?.nome ?? (error ? 'nome indisponível' : '…');
}
