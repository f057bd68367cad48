import type { VendasSearch } from './vendas/vendas-search.ts';

/** The state of the screen in its address: the part that is shown, and what narrows it. */
export interface BalcaoSearch extends VendasSearch {
  aba?: string | undefined;
}
