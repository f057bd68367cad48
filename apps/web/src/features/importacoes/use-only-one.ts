import { useQuery } from '@tanstack/react-query';
import { offerOf, type Pickable } from '#records/pickable.ts';

/** The record of a register that has a single one: there is nothing to choose. */
export function useOnlyOne(of: Pickable, narrow: object = {}): string | null {
  const { data } = useQuery(offerOf(of, '', narrow));
  const [first, second] = data?.itens ?? [];
  return first && !second ? first.id : null;
}
