import { useQuery } from '@tanstack/react-query';
import { offerOf, type Pickable } from '#records/picker/pickable.ts';

/** The id of the only record of a register; null when there are several or none. */
export function useOnlyOne(of: Pickable, narrow: object = {}): string | null {
  const { data } = useQuery(offerOf(of, '', narrow));
  const [first, second] = data?.itens ?? [];
  return first && !second ? first.id : null;
}
