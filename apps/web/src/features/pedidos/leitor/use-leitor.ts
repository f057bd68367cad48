import { pedidos } from '@prumo/contract/pedidos.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { call, queryOf } from '#lib/api.ts';
import { beep } from '#lib/beep.ts';
import { notifySuccess, notifyWarning } from '#lib/notify.ts';
import { isToPack, type Lido, nextReadText, scannedOf } from './leituras.ts';

interface LeitorOptions {
  /** The element that takes the scans of the screen. */
  place: RefObject<HTMLElement | null>;
  opened: string | undefined;
  onOpen: (id: string) => void;
  /** Resolves when the parcel is marked, so that the next read finds another one. */
  onPacked: (id: string) => Promise<unknown>;
}

const NONE: readonly string[] = [];

/**
 * A scanned piece opens its parcel, the most urgent first. The same piece again packs it, and the piece after that opens
 * the next parcel. Returns the codes that were read of the open parcel.
 */
export function useLeitor({ place, opened, onOpen, onPacked }: LeitorOptions): readonly string[] {
  const queryClient = useQueryClient();
  const lido = useRef<Lido>(undefined);
  const [shown, setShown] = useState<Lido>();
  // A scanner is faster than the server. The reads wait for one another, so each meets the result of the one before.
  const turn = useRef<Promise<unknown>>(Promise.resolve());

  function remember(next: Lido | undefined) {
    lido.current = next;
    setShown(next);
  }

  async function scan(code: string): Promise<void> {
    const before = lido.current;
    if (before) {
      const pedido = await queryClient.fetchQuery(queryOf(pedidos.get, { params: { id: before.pedido } }));
      const scanned = scannedOf(pedido, before.codes, code);
      if (scanned.is !== 'outro') {
        remember({ pedido: before.pedido, codes: [...before.codes, code] });
        if (scanned.is === 'falta') notifySuccess('Peça lida', `Leia também: ${scanned.nome}.`);
        if (scanned.is !== 'separado') return;
        remember(undefined);
        if (isToPack(pedido)) await onPacked(before.pedido);
        else notifyWarning('Nada a separar neste pedido', nextReadText(pedido, before.codes));
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
    remember({ pedido: first.id, codes: [code] });
    onOpen(first.id);
  }

  const onScan = useEffectEvent((code: string) =>
    scan(code).catch(() => notifyWarning('Não foi possível buscar a peça', 'Leia o código de novo.')),
  );
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const listener = (event: Event) => {
      if (!(event instanceof CustomEvent) || typeof event.detail !== 'string') return;
      const code: string = event.detail;
      turn.current = turn.current.then(() => onScan(code));
    };
    element.addEventListener('scan', listener);
    return () => element.removeEventListener('scan', listener);
  }, [place]);

  // The pieces that were read belong to the parcel that they opened. A person who opens another one begins anew.
  useEffect(() => {
    if (lido.current?.pedido === opened) return;
    lido.current = undefined;
    setShown(undefined);
  }, [opened]);

  return shown?.pedido === opened ? (shown?.codes ?? NONE) : NONE;
}

const anywhere = (busca: string) => call(pedidos.list, { query: { busca, limite: 1 } });
