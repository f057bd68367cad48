import {
  GRUPOS_DA_MARGEM,
  type GrupoDaMargem,
  ORDENS_DA_MARGEM,
  type OrdemDaMargem,
} from '@prumo/contract/margens.ts';
import * as z from 'zod/mini';
import type { Day } from '#lib/numbers/day.ts';
import { diasOf } from './margem-periodo.ts';
import type { MargemSearch } from './margem-search.ts';

const id = z.optional(z.uuid());

export interface MargemFilter {
  de: Day;
  ate: Day;
  conta_id: string | undefined;
  produto: string | undefined;
  anuncio: string | undefined;
}

/** What the address asks the server to add up. An old or mistyped address still opens. */
export function filterOf(search: MargemSearch, now: Day): MargemFilter {
  const { conta, produto, anuncio } = search;
  return {
    ...diasOf(search, now),
    conta_id: id.safeParse(conta).data,
    produto: produto || undefined,
    anuncio: produto ? undefined : anuncio || undefined,
  };
}

/** What a row is. The pedidos of a produto or an anuncio are listed one by one. */
export function grupoIn({ grupo, produto, anuncio }: MargemSearch): GrupoDaMargem {
  if (produto || anuncio) return 'pedido';
  return GRUPOS_DA_MARGEM.find((each) => each === grupo) ?? 'produto';
}

export const ordemIn = ({ ordem }: MargemSearch): OrdemDaMargem =>
  ORDENS_DA_MARGEM.find((each) => each === ordem) ?? '-margem';
