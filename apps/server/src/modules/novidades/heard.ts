import { DIREITO_DA_TABELA, type Novidade, type TabelaAnunciada } from '@prumo/contract/novidades.ts';
import { type Changed, MOST_ROWS } from './novidades.queries.ts';

const isAnnounced = (tabela: string): tabela is TabelaAnunciada => Object.hasOwn(DIREITO_DA_TABELA, tabela);

/** The changes that a person with these rights may hear of. `direitos` are those of the door, between commas. */
export const heardBy = (direitos: string, changed: readonly Changed[]): Novidade[] =>
  changed.flatMap(({ tabela, ids }) =>
    isAnnounced(tabela) && direitos.includes(`,${DIREITO_DA_TABELA[tabela]},`)
      ? [{ tabela, ids: ids === null ? null : [...new Set(ids.split(','))] }]
      : [],
  );

/** Whether more changed than was read, so that the reader starts again. */
export const isTooMuch = (changed: readonly Changed[]) => changed.some(({ lidas }) => lidas > MOST_ROWS);
