import { useState } from 'react';

/** The picked ones of the shown records. A record that leaves the list is no longer picked. */
export function usePicked(shown: readonly string[]) {
  const [marked, setMarked] = useState<readonly string[]>([]);
  const ids = shown.filter((id) => marked.includes(id));
  const some = ids.length > 0 ? 'some' : 'none';
  return {
    ids,
    state: ids.length === shown.length ? ('all' as const) : (some as 'some' | 'none'),
    pick: (id: string, on: boolean) => setMarked(on ? [...ids, id] : ids.filter((each) => each !== id)),
    pickAll: (on: boolean) => setMarked(on ? shown : []),
  };
}

export type Picked = ReturnType<typeof usePicked>;
