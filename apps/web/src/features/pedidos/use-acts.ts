import { pedidos } from '@prumo/contract/pedidos.ts';
import { useQueryClient } from '@tanstack/react-query';
import { call, ProblemError } from '#lib/api.ts';
import { notifyFailure, notifyUndoable } from '#lib/notify.ts';

const MARKS = {
  separado: {
    one: 'Pedido separado',
    many: (count: number) => `${count} pedidos separados`,
    send: (id: string, on: boolean) => call(pedidos.pick, { params: { id }, body: { separado: on } }),
  },
  resolvido: {
    one: 'Problema resolvido',
    many: (count: number) => `${count} problemas resolvidos`,
    send: (id: string, on: boolean) => call(pedidos.resolve, { params: { id }, body: { resolvido: on } }),
  },
};

/** Marks parcels as picked, or their problems as solved. A toast undoes it. */
export function useActs() {
  const queryClient = useQueryClient();

  /** Returns the ids that were marked. */
  async function send(mark: keyof typeof MARKS, ids: readonly string[], on: boolean): Promise<string[]> {
    const done: string[] = [];
    try {
      for (const id of ids) {
        await MARKS[mark].send(id, on);
        done.push(id);
      }
    } catch (error) {
      notifyFailure('Erro', error instanceof ProblemError ? error.message : undefined, error);
    } finally {
      void queryClient.invalidateQueries({ queryKey: ['pedidos'] });
    }
    return done;
  }

  return {
    async mark(mark: keyof typeof MARKS, ids: readonly string[]): Promise<string[]> {
      const done = await send(mark, ids, true);
      const { one, many } = MARKS[mark];
      const undo = () => void send(mark, done, false);
      // The toast undoes only the last parcel. The person undoes an earlier one in its own panel.
      if (done.length === 1) notifyUndoable(one, undo, mark);
      else if (done.length > 1) notifyUndoable(many(done.length), undo);
      return done;
    },
    unmark: (mark: keyof typeof MARKS, id: string) => send(mark, [id], false),
  };
}
