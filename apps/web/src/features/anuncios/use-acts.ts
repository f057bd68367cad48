import { anuncios, type UnidadeDeAnuncio } from '@prumo/contract/anuncios.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, ProblemError } from '#lib/api.ts';
import { notifyFailure, notifyUndoable } from '#lib/notify.ts';

type Unidade = Pick<UnidadeDeAnuncio, 'conta_id' | 'anuncio_id' | 'variacao_id'>;

/** A link before and after a change. */
interface Mudanca {
  antes: string | null;
  produto_id: string | null;
}

/** Reads a conta again, and changes links, which a toast undoes. */
export function useActs() {
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState<string>();
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['anuncios'] });
  const fail = (error: unknown) =>
    notifyFailure('Erro', error instanceof ProblemError ? error.message : undefined, error);

  /** Returns whether the change was made. */
  async function send({ conta_id, anuncio_id, variacao_id }: Unidade, mudanca: Mudanca): Promise<boolean> {
    setBusy(anuncio_id);
    try {
      await call(anuncios.link, { params: { conta_id, anuncio_id }, body: { variacao_id, ...mudanca } });
      return true;
    } catch (error) {
      fail(error);
      return false;
    } finally {
      setBusy(undefined);
      void refresh();
    }
  }

  return {
    /** The anuncio or conta of which a change is being sent. */
    busy,
    async link(unit: Unidade, mudanca: Mudanca): Promise<boolean> {
      const done = await send(unit, mudanca);
      const { antes, produto_id } = mudanca;
      if (done)
        notifyUndoable(
          produto_id === null ? 'Anúncio desligado do produto' : 'Anúncio ligado ao produto',
          () => {
            void send(unit, { antes: produto_id, produto_id: antes });
          },
        );
      return done;
    },
    async readAgain(contaId: string): Promise<void> {
      setBusy(contaId);
      await call(anuncios.readAgain, { params: { id: contaId } }).catch(fail);
      setBusy(undefined);
      await refresh();
    },
  };
}

export type Acts = ReturnType<typeof useActs>;
