import { AbaDeAnuncios, anuncios } from '@prumo/contract/anuncios.ts';
import * as z from 'zod/mini';
import type { AnunciosSearch } from './anuncios-search.ts';

const { shape } = anuncios.list.schema.querystring;
const id = z.optional(z.uuid());

/** What the address asks for. An old or mistyped address still opens. */
export const filterOf = ({ aba, busca, conta_id }: AnunciosSearch) => ({
  aba: AbaDeAnuncios.safeParse(aba).data ?? 'todos',
  busca: shape.busca.safeParse(busca).data || undefined,
  conta_id: id.safeParse(conta_id).data,
});

export type AnunciosFilter = ReturnType<typeof filterOf>;
