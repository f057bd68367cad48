import type { Endpoint } from '@prumo/contract/endpoint.ts';
import type { Uso } from '@prumo/contract/problem.ts';
import { Suspense } from 'react';
import { later } from '#lib/loading/later.tsx';
import { useMay } from '#lib/session/may.tsx';
import { isEmpty } from './selection.ts';
import { useSelection } from './use-selection.ts';

const RecordBar = later(async () => (await import('./record-bar.tsx')).RecordBar);

/** The words for one record and for several, and the ending of their adjectives. */
export interface Nouns {
  one: string;
  many: string;
  ending: 'a' | 'o';
}

interface Page {
  itens: readonly { id: string }[];
  anterior: string | null;
  proximo: string | null;
  total: number | null;
}

/** Reads a page of the list with this filter. */
export type ReadPage<Filtro> = (
  filtro: Filtro,
  page: { cursor: string | undefined; limite: number },
) => Promise<{ itens: readonly { id: string }[]; proximo: string | null; parcial: boolean }>;

export interface SelectionOptions<Filtro> {
  of: { remove: Endpoint };
  nouns: Nouns;
  /** What the address filters by. */
  filtro: Filtro;
  /** The visible page. */
  page: Page | undefined;
  read: ReadPage<Filtro>;
  /** Opens the records that use this one. Undefined for a register whose records nothing uses. */
  onShowUso?: (id: string, uso: Uso) => void;
}

/**
 * The selection of a register (ADR 0087). Its only act is the deletion, so a person who may not delete has no
 * checkboxes. The bar and the deletion load when the first record is picked.
 */
export function useRecordSelection<Filtro>(options: SelectionOptions<Filtro>) {
  const { of, filtro, page } = options;
  const ids = page?.itens.map(({ id }) => id) ?? [];
  const selection = useSelection({ filtro, page: ids });
  const { selecao, picking, begin } = selection;
  if (!useMay(of.remove)) return undefined;
  return {
    /** Shows the checkboxes on a narrow screen. Undefined while it shows them, or has no rows. */
    begin: picking.shown || ids.length === 0 ? undefined : begin,
    table: {
      picking,
      bar: !isEmpty(selecao) && (
        <Suspense>
          <RecordBar {...options} selection={selection} />
        </Suspense>
      ),
    },
  };
}
