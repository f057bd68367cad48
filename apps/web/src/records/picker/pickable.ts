import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { call, queryOf } from '#lib/api.ts';
import type { Register } from '#records/register.ts';

/** The part of a record needed to choose it. */
export interface Named {
  id: string;
  nome: string;
  /** The record above this one, in a register with levels. */
  parent_id?: string | null;
  parent_nome?: string | null;
}

/** The name as people choose it: a subcategoria with its parent, as in `Freios › Pastilhas`. */
export const pathOf = ({ nome, parent_nome }: Pick<Named, 'nome' | 'parent_nome'>) =>
  parent_nome ? `${parent_nome} › ${nome}` : nome;

type Get = Register<Named, never>['get'];

/** A register whose records other registers refer to. */
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

/**
 * Reads a record for its name, with the name of its parent. The key differs from the one of the edit form, which always
 * loads a fresh record.
 */
export const namedOf = ({ get }: Pick<Pickable, 'get'>, id: string) =>
  queryOptions({
    queryKey: [get.schema.tags[0], get.url, { id }, 'nome'],
    queryFn: async ({ signal }): Promise<Named> => {
      const { nome, parent_id } = await call(get, { params: { id }, signal });
      const parent = parent_id ? await call(get, { params: { id: parent_id }, signal }) : undefined;
      return { id, nome: pathOf({ nome, parent_nome: parent?.nome ?? null }) };
    },
  });

/** The maximum number of options that a search offers. A person can read through that many. */
const OFFERED = 50;

/** Lists the options for a search, sorted by name. */
export const offerOf = ({ list }: Pick<Pickable, 'list'>, busca = '', narrow: object = {}) =>
  queryOf(list, { query: { ...narrow, busca, ordem: 'nome', limite: OFFERED } });
