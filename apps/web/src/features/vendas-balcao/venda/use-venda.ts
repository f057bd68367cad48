import { produtos } from '@prumo/contract/produtos.ts';
import { vendasBalcao } from '@prumo/contract/vendas-balcao.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { call, queryOf, traceOf } from '#lib/api.ts';
import { beep } from '#lib/beep.ts';
import { useKept } from '#lib/drafts/use-kept.ts';
import { notifyWarning } from '#lib/notify.ts';
import { type Rascunho, VAZIO } from './rascunho.ts';
import { vendaStore } from './venda-store.ts';

/** The sale that is being made. A reload of the tab keeps it. */
export function useVenda(onSold: (id: string) => void) {
  const queryClient = useQueryClient();
  const [start, keep] = useKept<Rascunho>('venda no balcão', VAZIO);
  const [listener] = useState<{ sold: (id: string) => void }>({ sold: onSold });
  const [store] = useState(() =>
    vendaStore({
      start,
      keep,
      find: async (busca) => {
        const query = { ...queryOf(produtos.balcao, { query: { busca } }), staleTime: 0 };
        return (await queryClient.fetchQuery(query)).itens;
      },
      // The id in the body lets the server recognise a repetition, also of a sale that was changed meanwhile.
      send: (body) =>
        call(vendasBalcao.create, { body }).then(
          (sold) => {
            void queryClient.invalidateQueries();
            return sold;
          },
          (error: unknown) => {
            console.error('A venda foi recusada', traceOf(error));
            void queryClient.invalidateQueries({ queryKey: ['movimentos'] });
            throw error;
          },
        ),
      onSold: (id) => listener.sold(id),
      onEarlier: ({ id, numero }, mensagem) => {
        notifyWarning(
          `A venda ${numero} já tinha sido concluída`,
          `${mensagem} O que ela não vendeu continua na tela.`,
        );
        listener.sold(id);
      },
      onUnsure: () =>
        notifyWarning(
          'A venda pode ter sido concluída',
          'Falta a confirmação do servidor. Confira em Vendas antes de vender de novo.',
        ),
      onStrange: beep,
    }),
  );
  const sold = useEffectEvent(onSold);
  useEffect(() => {
    listener.sold = (id) => sold(id);
    return store.open();
  }, [listener, store]);
  return { ...useSyncExternalStore(store.subscribe, store.estado), store };
}

export type Venda = ReturnType<typeof useVenda>;
