import type { PedidoDaFila } from '@prumo/contract/pedidos-fila.ts';
import { useState } from 'react';

/** The picked parcels. They stay picked over all abas and filters, because the bar needs what the list no longer shows. */
export function useEscolhidos() {
  const [picked, setPicked] = useState<ReadonlyMap<string, PedidoDaFila>>(new Map());
  const [begun, setBegun] = useState(false);
  return {
    pedidos: [...picked.values()],
    /** Whether a narrow screen shows the boxes. */
    shown: begun || picked.size > 0,
    begin: () => setBegun(true),
    has: (id: string) => picked.has(id),
    pageOf(itens: readonly PedidoDaFila[]): 'none' | 'some' | 'all' {
      const count = itens.filter(({ id }) => picked.has(id)).length;
      if (count === 0) return 'none';
      return count === itens.length ? 'all' : 'some';
    },
    pick(itens: readonly PedidoDaFila[], on: boolean) {
      const next = new Map(picked);
      for (const pedido of itens) {
        if (on) next.set(pedido.id, pedido);
        else next.delete(pedido.id);
      }
      setPicked(next);
    },
    clear() {
      setPicked(new Map());
      setBegun(false);
    },
  };
}

export type Escolhidos = ReturnType<typeof useEscolhidos>;
