/**
 * The picked records of a list: by their ids, or all records that a filter finds except some. The second form picks
 * records that no page has shown.
 */
export type Selection<Filtro> = { ids: string[] } | { filtro: Filtro; exceto: string[] };

export const NOTHING: { ids: string[] } = { ids: [] };

const isByFilter = <F>(selection: Selection<F>): selection is { filtro: F; exceto: string[] } =>
  'filtro' in selection;

export const isPicked = <F>(selection: Selection<F>, id: string): boolean =>
  isByFilter(selection) ? !selection.exceto.includes(id) : selection.ids.includes(id);

/** Picks these records, or lets go of them. */
export function pick<F>(selection: Selection<F>, ids: readonly string[], on: boolean): Selection<F> {
  if (isByFilter(selection)) return { ...selection, exceto: changed(selection.exceto, ids, !on) };
  return { ids: changed(selection.ids, ids, on) };
}

const changed = (all: readonly string[], ids: readonly string[], add: boolean): string[] => {
  const rest = all.filter((each) => !ids.includes(each));
  return add ? [...rest, ...ids] : rest;
};

export const pickAll = <F>(filtro: F): Selection<F> => ({ filtro, exceto: [] });

/** The state of the checkbox above the rows of a page. */
export function pickedOf<F>(selection: Selection<F>, page: readonly string[]): 'none' | 'some' | 'all' {
  const picked = page.filter((id) => isPicked(selection, id)).length;
  if (picked === 0) return 'none';
  return picked === page.length ? 'all' : 'some';
}

/** The number of picked records. Undefined while the number that the filter finds is unknown. */
export function countPicked<F>(selection: Selection<F>, total: number | undefined): number | undefined {
  if (!isByFilter(selection)) return selection.ids.length;
  return total === undefined ? undefined : Math.max(0, total - selection.exceto.length);
}

export const isEmpty = <F>(selection: Selection<F>) => !isByFilter(selection) && selection.ids.length === 0;

/**
 * True when the selection means all records of a filter and the list shows another one. Whether a visible row belongs to
 * it is then unknown, so the rows cannot be picked until the person clears it or returns to the filter.
 */
export const isOfAnotherFilter = <F>(selection: Selection<F>, shown: F): boolean =>
  isByFilter(selection) && JSON.stringify(selection.filtro) !== JSON.stringify(shown);
