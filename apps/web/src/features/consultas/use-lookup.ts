import { useEffect, useRef, useState } from 'react';
import { ProblemError } from '#lib/api.ts';
import { notifyFailure, notifySuccess } from '#lib/notify.tsx';

interface Saying {
  title: string;
  text?: string;
}

/** What a form says of a lookup. */
export interface LookupWords {
  /** Left out where the form says nothing: then only screen readers are told. */
  found?: Saying;
  missing: Saying;
  /** Over the server's sentence, which says what to do. */
  failed: string;
}

interface LookupOptions<Found> {
  ask: (numero: string, signal: AbortSignal) => Promise<Found>;
  words: LookupWords;
  /** Says whether it changed anything in the form. */
  onFound: (found: Found) => boolean;
}

const NOTHING_NEW = 'Nada foi trocado: os campos já estavam preenchidos.';

/**
 * Asks about a number, about one at a time: another one, or none, ends the question before it. What was answered is
 * not asked again; what failed is.
 */
export function useLookup<Found>({ ask, words, onFound }: LookupOptions<Found>) {
  const [busy, setBusy] = useState(false);
  const [found, setFound] = useState<Found>();
  const pending = useRef<{ numero: string; end: AbortController }>(undefined);
  const answered = useRef<string>(undefined);
  const [filledIn, setFilledIn] = useState(false);

  useEffect(() => () => pending.current?.end.abort(), []);

  function look(numero: string | undefined) {
    if (numero !== undefined && numero === pending.current?.numero) return;
    pending.current?.end.abort();
    pending.current = undefined;
    const asking = numero !== undefined && numero !== answered.current;
    setBusy(asking);
    if (asking) void question(numero);
    // Typed anew: what was emptied since is filled in again.
    else if (numero !== undefined && found) onFound(found);
  }

  async function question(numero: string) {
    const end = new AbortController();
    pending.current = { numero, end };
    try {
      const answer = await ask(numero, end.signal);
      if (end.signal.aborted) return;
      answered.current = numero;
      setFound(answer);
      const changed = onFound(answer);
      setFilledIn(changed);
      if (words.found) notifySuccess(words.found.title, changed ? words.found.text : NOTHING_NEW);
    } catch (error) {
      if (end.signal.aborted) return;
      explain(numero, error);
    }
    pending.current = undefined;
    setBusy(false);
  }

  function explain(numero: string, error: unknown) {
    const sentence = error instanceof ProblemError ? error.message : undefined;
    const isMissing = error instanceof ProblemError && error.status === 404;
    if (!isMissing) return notifyFailure(words.failed, sentence, error);
    answered.current = numero;
    setFound(undefined);
    notifyFailure(words.missing.title, words.missing.text ?? sentence, error);
  }

  return { busy, found, filledIn, look };
}
