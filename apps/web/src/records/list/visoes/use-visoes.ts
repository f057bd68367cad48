import { type Lista, type Visao, visoes } from '@prumo/contract/visoes.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { queryOf } from '#lib/api.ts';
import { notifyFailure } from '#lib/notify.ts';
import type { Fields } from './acts.ts';
import type { Shown } from './visao-place.ts';

/** The code loads with the first use, because a visit that only reads does not need it. */
const acts = () =>
  import('./acts.ts').catch((error: unknown) => {
    notifyFailure('Erro', 'Não foi possível guardar a aba', error);
    return undefined;
  });

/** The saved views of a list, and what the person does with them. */
export function useVisoes(lista: Lista) {
  const kept = { lista, queryClient: useQueryClient() };
  const { data } = useQuery(queryOf(visoes.list, { query: { lista } }));
  return {
    itens: data?.itens ?? [],
    create: async (nome: string, shown: Shown) => (await acts())?.saveAs(kept, nome, shown),
    save: async (visao: Visao, shown: Shown) => (await (await acts())?.saveInto(kept, visao, shown)) ?? false,
    update: async (visao: Visao, change: Partial<Fields>, done?: string) =>
      (await (await acts())?.updateVisao(kept, visao, change, done)) ?? false,
    remove: async (visao: Visao) => (await acts())?.removeVisao(kept, visao),
  };
}

export type Visoes = ReturnType<typeof useVisoes>;
