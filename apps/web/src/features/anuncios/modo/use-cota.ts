import type { UnidadeDeAnuncio } from '@prumo/contract/anuncios.ts';
import { publicacao } from '@prumo/contract/publicacao.ts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call, ProblemError } from '#lib/api.ts';
import { useUnsavedWork } from '#lib/leaving/use-unsaved-work.ts';
import { notifyUndoable } from '#lib/notify.ts';
import { saveKeys } from '#lib/save-key.ts';
import { notifyRefusal } from '#lib/session/notify-refusal.ts';
import { cotaIn } from './typed-units.ts';
import { useRefresh } from './use-refresh.ts';

interface Change {
  cota: number | null;
  antes: number | null;
}

/** The text of the cota of one unit, from the first key until it is saved or given up. */
export function useCota({ conta_id, anuncio_id, variacao_id, cota }: UnidadeDeAnuncio) {
  const refresh = useRefresh();
  const [keys] = useState(saveKeys);
  const [typed, setTyped] = useState<string>();
  const [failure, setFailure] = useState<string>();
  // The stream may show another cota under the typed text. The person answers for the one that they saw.
  const [seen, setSeen] = useState<number | null>();
  const antes = seen === undefined ? cota : seen;
  // Who leaves the list right after typing does not see the sentence beside the input.
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);

  const send = (change: Change, key?: { idempotencyKey: string }) =>
    call(publicacao.setCota, {
      params: { conta_id, anuncio_id },
      body: { variacao_id, ...change },
      ...key,
    });
  const undo = useMutation({
    mutationFn: (change: Change) => send(change),
    onError: (error) => notifyRefusal('Erro ao desfazer', error),
    onSettled: refresh,
  });
  const save = useMutation({
    mutationFn: (change: Change) => send(change, { idempotencyKey: keys.keyFor(change) }),
    onSuccess: async (_, change) => {
      // The same cota may be typed again after it was undone.
      keys.forget();
      notifyUndoable('Cota do anúncio salva', () => undo.mutate({ cota: change.antes, antes: change.cota }));
      // The text stays until the list shows the saved cota.
      await refresh();
      revert();
    },
    onError: async (error) => {
      if (isGone.current) notifyRefusal(`A cota de ${anuncio_id} não foi salva`, error);
      setFailure(error.message);
      if (!(error instanceof ProblemError) || error.status !== 409) return;
      await refresh();
      setSeen(undefined);
    },
  });
  // Back and a reload do not leave the input first, so they would lose the text.
  useUnsavedWork(typed !== undefined, () => !save.isPending);

  function revert() {
    setTyped(undefined);
    setFailure(undefined);
  }

  return {
    text: typed ?? String(cota ?? ''),
    failure,
    isSaving: save.isPending,
    type(text: string) {
      if (typed === undefined) setSeen(cota);
      setTyped(text);
      setFailure(undefined);
    },
    /** Saves the text, unless it says what is saved already. */
    settle() {
      if (typed === undefined || save.isPending) return;
      const read = cotaIn(typed);
      if ('sentence' in read) setFailure(read.sentence);
      else if (read.value === cota && antes === cota) revert();
      else save.mutate({ cota: read.value, antes });
    },
    revert,
  };
}
