import { useEffect, useRef, useState } from 'react';
import { ProblemError } from '#lib/api.ts';
import { notifyFailure, notifySuccess } from '#lib/notify.ts';

interface Saying {
  title: string;
  text?: string;
}

/** The texts of a form about a lookup, from the form's own catalogue (ADR 0054). */
export interface LookupWords {
  /** Omitted when the form shows no toast. Then only screen readers get an announcement. */
  found?: Saying;
  /** Shown when the number does not exist, so that the person can check it. */
  missing: Saying;
  /** The title when no service answered. The server's sentence under it says what the person can do. */
  failed: string;
}

interface LookupOptions<Found> {
  ask: (numero: string, signal: AbortSignal) => Promise<Found>;
  words: LookupWords;
  /** Returns true when it changed a field of the form. */
  onFound: (found: Found) => boolean;
}

const NOTHING_NEW = 'Nada foi trocado: os campos já estavam preenchidos.';

/**
 * Looks up one number at a time. A new number, or none, aborts the previous request. An answered number is
 * not requested again, but a failed one is.
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
    // The number was typed again, so fields emptied since are filled again.
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
    notifyFailure(words.missing.title, words.missing.text, error);
  }

  return { busy, found, filledIn, look };
}
