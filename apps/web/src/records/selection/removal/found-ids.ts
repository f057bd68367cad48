import { MAX_DE_UMA_VEZ } from '@prumo/contract/remove-several.ts';
import type { Selection } from '#records/selection/selection.ts';
import type { ReadPage } from '#records/selection/use-record-selection.tsx';

/** The most records that one deletion takes from a filter. */
export const MAX_DO_FILTRO = 5000;

export interface Found {
  ids: readonly string[];
  /** `mais`: the filter has more records than one deletion takes. `parcial`: the search may have missed some. */
  left: 'nothing' | 'mais' | 'parcial';
}

interface Reading<Filtro> {
  read: ReadPage<Filtro>;
  isStopped: () => boolean;
  onCount: (count: number) => void;
}

/** The ids of records that were picked one by one. */
export const pickedIds = <Filtro>(selecao: Selection<Filtro>): Found | undefined =>
  'ids' in selecao ? { ids: selecao.ids, left: 'nothing' } : undefined;

/** The ids of the picked records. Those of a filter are read page by page, before the first deletion changes the list. */
export async function foundIds<Filtro>(
  selecao: Selection<Filtro>,
  { read, isStopped, onCount }: Reading<Filtro>,
): Promise<Found> {
  if ('ids' in selecao) return { ids: selecao.ids, left: 'nothing' };
  const ids = new Set<string>();
  const exceto = new Set(selecao.exceto);
  let cursor: string | undefined;
  let isPartial = false;
  do {
    const page = await read(selecao.filtro, { cursor, limite: MAX_DE_UMA_VEZ });
    for (const { id } of page.itens) if (!exceto.has(id)) ids.add(id);
    isPartial ||= page.parcial;
    cursor = page.proximo ?? undefined;
    onCount(Math.min(ids.size, MAX_DO_FILTRO));
  } while (cursor !== undefined && ids.size < MAX_DO_FILTRO && !isStopped());
  const more = cursor !== undefined || ids.size > MAX_DO_FILTRO;
  return {
    ids: [...ids].slice(0, MAX_DO_FILTRO),
    left: more ? 'mais' : isPartial ? 'parcial' : 'nothing',
  };
}
