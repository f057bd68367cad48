import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { call, queryOf } from '#lib/api.ts';
import type { Register } from './register.ts';

/** As much of a record as it takes to choose it. */
export interface Named {
  id: string;
  nome: string;
}

type Get = Register<Named, never>['get'];

/** A register whose records others refer to. */
export interface Pickable {
  get: Get;
  list: Omit<Get, 'schema'> & {
    schema: Pick<Get['schema'], 'summary' | 'tags'> & {
      querystring: z.ZodMiniType<
        unknown,
        { busca?: string | undefined; ordem?: string | undefined; limite?: unknown }
      >;
      response: { 200: z.ZodMiniType<{ itens: Named[]; proximo: string | null }> };
    };
  };
}

/** A record read for its name, and kept apart from what a form edits: that is always read anew. */
export const namedOf = ({ get }: Pick<Pickable, 'get'>, id: string) =>
  queryOptions({
    queryKey: [get.schema.tags[0], get.url, { id }, 'nome'],
    queryFn: ({ signal }): Promise<Named> => call(get, { params: { id }, signal }),
  });

/** How many are offered before one types: enough to read through, not more. */
const OFFERED = 50;

/** What a register offers for a search, by name. */
export const offerOf = ({ list }: Pick<Pickable, 'list'>, busca = '', narrow: object = {}) =>
  queryOf(list, { query: { ...narrow, busca, ordem: 'nome', limite: OFFERED } });
