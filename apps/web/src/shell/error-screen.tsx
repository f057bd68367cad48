import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { report } from '#features/erros/watch-errors.ts';
import { useConnection } from '#lib/loading/connection.ts';
import { loadAgain } from '#lib/loading/later.tsx';
import { Button } from '#ui/button.tsx';
import { errorText, isConnectionError } from './error-text.ts';

/**
 * The specified screen of an unexpected error. A screen that could not be loaded because of the connection is no such
 * error: it says what to do, in Portuguese.
 */
export function ErrorScreen({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const isCut = isConnectionError(error);
  const { isOffline, isSilent } = useConnection();
  const isDown = isOffline || isSilent;
  const wasDown = useRef(isDown);
  const retry = () => {
    loadAgain();
    reset();
    void router.invalidate();
  };
  const onBack = useEffectEvent(retry);
  useEffect(() => {
    if (isCut && wasDown.current && !isDown) onBack();
    wasDown.current = isDown;
  }, [isCut, isDown]);
  useEffect(() => {
    console.error(isCut ? 'A tela não carregou' : 'Unexpected Application Error!', error);
    if (!isCut) report('tela', error);
  }, [error, isCut]);
  return (
    <div
      role="alert"
      className="flex min-h-[60dvh] flex-1 flex-col items-center justify-center gap-2 p-6 text-center"
    >
      <title>Erro · Prumo</title>
      <h1 className="font-semibold text-auth tracking-[-0.02em]">
        {isCut ? 'A tela não carregou' : 'Unexpected Application Error!'}
      </h1>
      <p className="mb-3 max-w-lg break-words text-body text-muted">{errorText(error)}</p>
      <Button look="primary" onClick={retry}>
        Tentar de novo
      </Button>
    </div>
  );
}
