import * as z from 'zod/mini';
import { PAGE_SIZES } from '#ui/table/page-sizes.ts';

/** The state of a list stored in the address. `abrir` names the open record: `novo` or an id. */
export interface ListSearch<Ordem extends string = string> {
  busca?: string | undefined;
  ordem?: Ordem | undefined;
  cursor?: string | undefined;
  /** The number of rows of a page. */
  limite?: number | undefined;
  abrir?: string | undefined;
  /** The id of the visao whose tab is current. */
  aba?: string | undefined;
}

interface Reader<T> {
  safeParse: (raw: unknown) => { data?: T | undefined };
}

interface Listed<Ordem> {
  schema: { querystring: { shape: { busca: Reader<string>; ordem: Reader<Ordem>; cursor: Reader<string> } } };
}

type OrdemOf<List> = List extends Listed<infer Ordem extends string> ? Ordem : never;

/** A list screen reads and changes its address through these props, so it does not depend on its route. */
export interface ListProps<List> {
  search: ListSearch<OrdemOf<List>>;
  go: (change: ListSearch<OrdemOf<List>>, options?: { replace: boolean }) => void;
}

export const NOVO = 'novo';
const abrir = z.optional(z.union([z.literal(NOVO), z.uuid()]));
const aba = z.optional(z.uuid());
/** The number of rows of a page until the person chooses another. */
export const PAGE = 100;

/** Parses an address. Values the list does not understand are dropped, so an old or mistyped link still opens. */
export const listSearch =
  <Ordem extends string>({ schema }: Listed<Ordem>) =>
  (raw: Record<string, unknown>): ListSearch<Ordem> => {
    const { shape } = schema.querystring;
    return {
      busca: shape.busca.safeParse(raw['busca']).data || undefined,
      ordem: shape.ordem.safeParse(raw['ordem']).data,
      cursor: shape.cursor.safeParse(raw['cursor']).data,
      limite: PAGE_SIZES.find((size) => String(size) === String(raw['limite']) && size !== PAGE),
      abrir: abrir.safeParse(raw['abrir']).data,
      aba: aba.safeParse(raw['aba']).data,
    };
  };

/** The part of the address that selects the rows. */
export const listQuery = <Ordem extends string>({ busca, ordem, cursor, limite }: ListSearch<Ordem>) => ({
  busca,
  ordem,
  cursor,
  limite: limite ?? PAGE,
});
