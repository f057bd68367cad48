import { useState } from 'react';
import type { Picking } from '#ui/table/picking.ts';
import {
  isEmpty,
  isOfAnotherFilter,
  isPicked,
  NOTHING,
  pick,
  pickAll,
  pickedOf,
  type Selection,
} from './selection.ts';

interface SelectionOptions<Filtro> {
  /** The filter of the list on the screen. */
  filtro: Filtro;
  /** The ids of the visible page. */
  page: readonly string[];
  /** Whether the screen opens with all records of the filter picked. */
  opensWithAll?: boolean;
}

/** The selection of a list. It lasts as long as the screen, over all pages and filters. */
export function useSelection<Filtro>({ filtro, page, opensWithAll }: SelectionOptions<Filtro>) {
  const [selecao, setSelecao] = useState<Selection<Filtro>>(opensWithAll ? pickAll(filtro) : NOTHING);
  const [begun, setBegun] = useState(false);
  const clear = () => {
    setSelecao(NOTHING);
    setBegun(false);
  };
  const picking: Picking = {
    shown: begun || !isEmpty(selecao),
    locked: isOfAnotherFilter(selecao, filtro),
    page: pickedOf(selecao, page),
    isPicked: (id) => isPicked(selecao, id),
    pick: (ids, on) => setSelecao((now) => pick(now, ids, on)),
    clear,
  };
  return {
    selecao,
    picking,
    clear,
    /** Shows the checkboxes on a narrow screen. */
    begin: () => setBegun(true),
    all: () => setSelecao(pickAll(filtro)),
  };
}
