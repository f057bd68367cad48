import { useQuery } from '@tanstack/react-query';
import { namedOf, type Pickable } from './pickable.ts';

/** The name of a record of which only the id is at hand. */
export function RecordNameOf({ of, id }: { of: Pickable; id: string }) {
  const { data, error } = useQuery(namedOf(of, id));
  return data?.nome ?? (error ? 'nome indisponível' : '…');
}
