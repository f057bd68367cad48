import { categorias } from '@prumo/contract/categorias.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, ProblemError } from '#lib/api.ts';
import { notifyFailure, notifyUndoable } from '#lib/notify.ts';
import { useUndo } from '#records/history/use-undo.ts';
import type { Branch } from './tree.ts';

interface Move {
  moved: Branch;
  /** The new parent, or null for a principal. */
  target: Branch | null;
}

/** Moves a categoria as the edit form would: with the version that the list shows, and a toast that undoes it. */
export function useMove() {
  const queryClient = useQueryClient();
  const undo = useUndo();
  return useMutation({
    mutationFn: ({ moved: { id, nome, descricao, versao }, target }: Move) =>
      call(categorias.update, {
        params: { id },
        body: { nome, descricao, parent_id: target?.id ?? null, versao },
        idempotencyKey: crypto.randomUUID(),
      }),
    onSuccess: ({ lote }, { moved, target }) => {
      const now = target ? `subcategoria de ${target.nome}` : 'uma categoria principal';
      notifyUndoable(`${moved.nome} agora é ${now}`, () => undo.mutate({ lote, done: 'Alteração desfeita' }));
    },
    onError: (error) =>
      notifyFailure(
        'Erro',
        'Erro ao mover categoria',
        error,
        error instanceof ProblemError ? error.message : undefined,
      ),
    // Also after a refusal, because the list may be outdated.
    onSettled: () => queryClient.invalidateQueries(),
  });
}
