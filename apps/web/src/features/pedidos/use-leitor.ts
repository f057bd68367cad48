import { pedidos } from '@prumo/contract/pedidos.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { call, queryOf } from '#lib/api.ts';
import { notifySuccess, notifyWarning } from '#lib/notify.ts';
import { type Lido, scannedOf } from './leituras.ts';
import { hasCountdown } from './pedido-words.ts';
import { beep } from './separacao/beep.ts';

interface LeitorOptions {
  /** The element that takes the scans of the screen. */
  place: RefObject<HTMLElement | null>;
  opened: string | undefined;
  onOpen: (id: string) => void;
  onPacked: (id: string) => void;
}

/** A scanned piece opens its parcel, the most urgent first. The same piece again packs it. */
export function useLeitor({ place, opened, onOpen, onPacked }: LeitorOptions): void {
  const queryClient = useQueryClient();
  const lido = useRef<Lido>(undefined);

  async function scan(code: string): Promise<void> {
    if (opened && lido.current?.pedido === opened) {
      const pedido = await queryClient.fetchQuery(queryOf(pedidos.get, { params: { id: opened } }));
      const { codes } = lido.current;
      const scanned = scannedOf(pedido, codes, code);
      if (scanned.is !== 'outro') {
        lido.current = { pedido: opened, codes: [...codes, code] };
        if (scanned.is === 'falta') notifySuccess('Peça lida', `Leia também: ${scanned.nome}.`);
        if (scanned.is === 'separado' && !pedido.separado_em && hasCountdown(pedido)) onPacked(opened);
        return;
      }
    }
    const found = await call(pedidos.list, { query: { aba: 'preparar', busca: code, limite: 1 } });
    const [first] = found.itens.length > 0 ? found.itens : (await anywhere(code)).itens;
    if (!first) {
      beep();
      notifyWarning('Nenhum pedido espera esta peça', `Código ${code}`);
      return;
    }
    lido.current = { pedido: first.id, codes: [code] };
    onOpen(first.id);
  }

  const onScan = useEffectEvent((event: Event) => {
    if (event instanceof CustomEvent && typeof event.detail === 'string')
      scan(event.detail).catch(() =>
        notifyWarning('Não foi possível buscar a peça', 'Leia o código de novo.'),
      );
  });
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const listener = (event: Event) => onScan(event);
    element.addEventListener('scan', listener);
    return () => element.removeEventListener('scan', listener);
  }, [place]);
}

const anywhere = (busca: string) => call(pedidos.list, { query: { busca, limite: 1 } });
