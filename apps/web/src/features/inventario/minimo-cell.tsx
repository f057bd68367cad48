import { type ItemInventario, inventario, MINIMO_PADRAO } from '@prumo/contract/inventario.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, Suspense, useEffect, useRef, useState } from 'react';
import { call, ProblemError } from '#lib/api.ts';
import { cn } from '#lib/class-names.ts';
import { useUnsavedWork } from '#lib/leaving/use-unsaved-work.ts';
import { later } from '#lib/loading/later.tsx';
import { notifyFailure, notifyUndoable } from '#lib/notify.ts';
import { formatQuantity } from '#lib/numbers/format.ts';
import { useMay } from '#lib/session/may.tsx';
import { useUndo } from '#records/history/use-undo.ts';

const MinimoInput = later(async () => (await import('./minimo-input.tsx')).MinimoInput);

/** A quantity of zero or more. The input passes any other text on as typed. */
const QUANTIDADE = /^\d+\.\d{2}$/;

export function MinimoCell({ item }: { item: ItemInventario }) {
  if (useMay(inventario.setMinimo)) return <MinimoEditor item={item} />;
  return (
    <span className={cn(item.minimo === null && 'text-muted')}>
      {formatQuantity(item.minimo ?? MINIMO_PADRAO)}
    </span>
  );
}

/** Edited in place: Enter or blur saves, Escape cancels, an empty value restores the default minimum. */
function MinimoEditor({ item }: { item: ItemInventario }) {
  const [typed, setTyped] = useState<string>();
  const [isRefused, setIsRefused] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  /** Whether the button takes over the focus of the input that it replaces. */
  const returning = useRef(false);
  const editor = useRef<HTMLDivElement>(null);
  const name = `Mínimo de ${item.produto_nome} em ${item.deposito_nome}`;
  const save = useSaveMinimo(item);
  // Back and a reload do not leave the input first, so they would lose the text.
  useUnsavedWork(typed !== undefined, () => !save.isPending && typed !== (item.minimo ?? ''));

  function close() {
    // If the person has moved the focus elsewhere, it stays there.
    returning.current = editor.current?.contains(document.activeElement) ?? false;
    setTyped(undefined);
    setIsRefused(false);
  }
  useEffect(() => {
    if (typed !== undefined || !returning.current) return;
    returning.current = false;
    button.current?.focus();
  }, [typed]);

  function settle() {
    if (typed === undefined || save.isPending) return;
    if (typed !== '' && !QUANTIDADE.test(typed)) return setIsRefused(true);
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
        {/* biome-ignore lint/a11y/noStaticElementInteractions: it handles the keys of the input inside */}
        <div ref={editor} onKeyDown={onKeyDown}>
          <MinimoInput
            label={name}
            value={typed}
            isRefused={isRefused}
            onDecimal={(next) => {
              setTyped(next);
              setIsRefused(false);
            }}
            onBlur={settle}
          />
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
  one === null || other === null ? one === other : formatQuantity(one) === formatQuantity(other);

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
