import { type ItemInventario, inventario, MINIMO_PADRAO } from '@prumo/contract/inventario.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, lazy, Suspense, useRef, useState } from 'react';
import { call, ProblemError } from '#lib/api.ts';
import { cn } from '#lib/class-names.ts';
import { formatQuantity } from '#lib/format.ts';
import { notifyFailure, notifyUndoable } from '#lib/notify.tsx';
import { useUndo } from '#records/use-undo.ts';

const MinimoInput = lazy(async () => ({ default: (await import('./minimo-input.tsx')).MinimoInput }));

/** Edited where it stands: Enter or leaving saves, Escape gives up, empty goes back to the usual minimum. */
export function MinimoCell({ item }: { item: ItemInventario }) {
  const [typed, setTyped] = useState<string>();
  const button = useRef<HTMLButtonElement>(null);
  const editor = useRef<HTMLDivElement>(null);
  const name = `Mínimo de ${item.produto_nome} em ${item.deposito_nome}`;
  const save = useSaveMinimo(item);

  function close() {
    const hasFocus = editor.current?.contains(document.activeElement);
    setTyped(undefined);
    // Whoever has gone on to something else stays there. The button is back only after React has drawn it.
    if (hasFocus) requestAnimationFrame(() => button.current?.focus());
  }

  function settle() {
    if (typed === undefined || save.isPending) return;
    const minimo = typed === '' ? null : typed;
    if (isSame(minimo, item.minimo)) return close();
    save.mutate(minimo, { onSuccess: close });
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter') settle();
    else if (event.key === 'Escape') close();
  }

  if (typed !== undefined) {
    return (
      <Suspense>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the input inside */}
        <div ref={editor} onKeyDown={onKeyDown}>
          <MinimoInput label={name} value={typed} onDecimal={setTyped} onBlur={settle} />
        </div>
      </Suspense>
    );
  }
  return (
    <button
      ref={button}
      type="button"
      aria-label={`${name}: ${formatQuantity(item.minimo ?? MINIMO_PADRAO)}`}
      className={cn(
        '-mr-2 h-7 min-w-12 rounded-small border border-transparent px-2 text-right hover:border-border hover:bg-surface',
        item.minimo === null && 'text-muted',
      )}
      onClick={() => setTyped(item.minimo ?? '')}
    >
      {formatQuantity(item.minimo ?? MINIMO_PADRAO)}
    </button>
  );
}

const isSame = (one: string | null, other: string | null) =>
  one === null || other === null ? one === other : Number(one) === Number(other);

function useSaveMinimo({ id, versao }: ItemInventario) {
  const queryClient = useQueryClient();
  const undo = useUndo();
  return useMutation({
    mutationFn: (minimo: string | null) =>
      call(inventario.setMinimo, { params: { id }, body: { minimo, versao } }),
    onSuccess: ({ lote }) =>
      notifyUndoable('Estoque mínimo atualizado', () => undo.mutate({ lote, done: 'Alteração desfeita' })),
    onError: (error) =>
      notifyFailure('Erro', error instanceof ProblemError ? error.message : undefined, error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['inventario'] }),
  });
}
