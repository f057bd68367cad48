import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type Connection, silent, useConnection } from '#lib/loading/connection.ts';
import { loadAgain } from '#lib/loading/later.tsx';
import { askSession } from '#lib/session/session.ts';

const FIRST_PAUSE_MS = 4000;
const LONGEST_PAUSE_MS = 30_000;

/** One line above every screen and dialog about the connection, and a thin bar while the page waits for the server. */
export function Strip() {
  const now = useConnection();
  const sentence = sentenceOf(now);
  const isCut = now.isOffline || now.isSilent;
  useDoubt(now.isDoubted);
  useReturn(isCut);
  return (
    <>
      {now.busy > 0 && (
        <div aria-hidden className="waiting fixed inset-x-0 top-0 z-50 h-0.5 overflow-hidden" />
      )}
      <div aria-live="polite">
        {sentence && (
          <div
            id="faixa"
            className="fixed inset-x-0 top-0 z-50 flex h-8 items-center justify-center gap-3 bg-warn px-3 font-medium text-control text-warn-fg"
          >
            <span className="truncate">{sentence}</span>
            {!isCut && now.isOutdated && now.slow === 0 && (
              <button
                type="button"
                className="shrink-0 rounded-small underline underline-offset-2"
                onClick={() => location.reload()}
              >
                Recarregar
              </button>
            )}
          </div>
        )}
      </div>
    </>
  );
}

function sentenceOf({ isOffline, isSilent, slow, isOutdated }: Connection): string | undefined {
  if (isOffline) return 'Sem conexão. O que você digitou continua aqui.';
  if (isSilent) return 'O servidor não responde. Tentando de novo…';
  if (slow > 0) return 'O servidor está demorando para responder.';
  return isOutdated ? 'Há uma versão nova.' : undefined;
}

/** After a call without an answer, asks the server for the session, until it answers. */
function useDoubt(isDoubted: boolean) {
  useEffect(() => {
    if (!isDoubted) return;
    let pause = FIRST_PAUSE_MS;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    async function ask() {
      if ((await askSession()) || isOver) return;
      silent();
      timer = setTimeout(ask, pause);
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
    }
    void ask();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [isDoubted]);
}

/** When the connection is back, loads what could not be loaded without it. */
function useReturn(isCut: boolean) {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!isCut) return;
    return () => {
      loadAgain();
      void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
    };
  }, [isCut, queryClient]);
}
