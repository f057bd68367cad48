import { useEffect, useRef } from 'react';
import { notifyFailure } from './notify.ts';

/**
 * Reports a failed read once, with the title 'Erro'. A change of another person starts the read again, and the same
 * failure must not interrupt the person a second time. A read that succeeds, another `of`, and the returned function
 * make the next failure new. Without a `text`, nothing is reported.
 */
export function useFailureNotice(
  of: string,
  { error, isSuccess }: { error: Error | null; isSuccess: boolean },
  text: string | undefined,
): () => void {
  const reported = useRef<string>(undefined);
  useEffect(() => {
    if (isSuccess) reported.current = undefined;
    if (!error || !text || reported.current === of) return;
    reported.current = of;
    notifyFailure('Erro', text, error);
  }, [of, error, isSuccess, text]);
  return () => {
    reported.current = undefined;
  };
}
