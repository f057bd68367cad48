import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Button } from '#ui/button.tsx';
import { errorText } from './error-text.ts';

export function ErrorScreen({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  useEffect(() => console.error('Unexpected Application Error!', error), [error]);
  return (
    <div
      role="alert"
      className="flex min-h-[60dvh] flex-1 flex-col items-center justify-center gap-2 p-6 text-center"
    >
      <title>Erro · Prumo</title>
      <h1 className="font-semibold text-auth tracking-[-0.02em]">Unexpected Application Error!</h1>
      <p className="mb-3 max-w-lg break-words text-body text-muted">{errorText(error)}</p>
      <Button
        look="primary"
        onClick={() => {
          reset();
          void router.invalidate();
        }}
      >
        Tentar de novo
      </Button>
    </div>
  );
}
