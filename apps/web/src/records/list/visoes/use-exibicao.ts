import { DENSIDADES, type Lista, type Visao, visoes } from '@prumo/contract/visoes.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call, queryOf } from '#lib/api.ts';
import { notifyFailure } from '#lib/notify.ts';
import type { Layout } from '#ui/table/layout.ts';

/** Dragging the edge of a column changes its width many times a second. */
const PAUSE_MS = 300;

/**
 * How the person sees a list. Under a visao a change belongs to the visao and waits until the person saves it. Outside a
 * visao the server keeps it at once, and this browser keeps a copy for the first paint.
 */
export function useExibicao(lista: Lista, visao: Visao | undefined, standard: Layout) {
  const queryClient = useQueryClient();
  const query = queryOf(visoes.list, { query: { lista } });
  const { data } = useQuery(query);
  const [copy] = useState(() => copyOf(lista));
  const [changed, setChanged] = useState<{ of: string | undefined; layout: Layout }>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const unsent = useRef<() => void>(undefined);
  const kept = data?.exibicao;

  useEffect(() => {
    if (kept !== undefined) localStorage.setItem(keyOf(lista), JSON.stringify(kept));
  }, [lista, kept]);

  // A page that closes during the pause sends the change at once.
  useEffect(() => {
    const send = () => unsent.current?.();
    window.addEventListener('pagehide', send);
    return () => window.removeEventListener('pagehide', send);
  }, []);

  const own = data ? (data.exibicao ?? standard) : (copy ?? standard);
  const layout = changed && changed.of === visao?.id ? changed.layout : (visao?.exibicao ?? own);

  function show(next: Layout, stored: Layout | null) {
    setChanged({ of: visao?.id, layout: next });
    if (visao) return;
    clearTimeout(timer.current);
    unsent.current = () => void keep(stored);
    timer.current = setTimeout(() => unsent.current?.(), PAUSE_MS);
  }

  async function keep(stored: Layout | null) {
    unsent.current = undefined;
    const exibicao = stored && { ...stored, colunas: [...stored.colunas] };
    try {
      await call(visoes.show, { body: { lista, exibicao }, keepalive: true });
      queryClient.setQueryData(query.queryKey, (before) => before && { ...before, exibicao });
    } catch (error) {
      notifyFailure('Erro', 'Não foi possível guardar como você vê esta lista', error);
    }
  }

  return {
    layout,
    change: (part: Partial<Layout>) => show({ ...layout, ...part }, { ...layout, ...part }),
    /** Returns to the visao, or to the standard of the list. */
    reset: () => show(visao?.exibicao ?? standard, null),
    /** Forgets the changes under a visao. */
    forget: () => setChanged(undefined),
  };
}

const keyOf = (lista: Lista) => `prumo.exibicao.${lista}`;

/** Another release may have stored another form, which is then ignored. */
function copyOf(lista: Lista): Layout | undefined {
  try {
    const read: Partial<Layout> = JSON.parse(localStorage.getItem(keyOf(lista)) ?? 'null') ?? {};
    const densidade = DENSIDADES.find((each) => each === read.densidade);
    if (!densidade || typeof read.segunda_linha !== 'boolean' || !Array.isArray(read.colunas))
      return undefined;
    return { densidade, segunda_linha: read.segunda_linha, colunas: read.colunas };
  } catch {
    return undefined;
  }
}
