import { SegundoFator, type Sessao, sessoes } from '@prumo/contract/acesso.ts';
import { type FormEvent, useRef, useState } from 'react';
import { call, ProblemError } from '#lib/api.ts';
import { type Code, noCode } from './code-field.tsx';

interface SecondFactorOptions {
  onVerified: (sessao: Sessao) => void;
  /** The sign-in that awaits this code has expired. The person starts again, and the error says why. */
  onExpired: (error: ProblemError) => void;
}

const DIGITS = 6;
const FAILED = 'Não foi possível verificar o código. Tente de novo.';

/** The second step of a sign-in. It submits as soon as six digits are entered. */
export function useSecondFactor({ onVerified, onExpired }: SecondFactorOptions) {
  const [code, setCode] = useState<Code>(noCode);
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);

  async function send({ text }: Code) {
    const parsed = SegundoFator.safeParse({ codigo: text });
    if (!parsed.success) return setError(parsed.error.issues[0]?.message);
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    setError(undefined);
    try {
      onVerified(await call(sessoes.verify, { body: parsed.data }));
    } catch (refused) {
      if (refused instanceof ProblemError && refused.status === 401) onExpired(refused);
      else setError(sentenceOf(refused));
    } finally {
      sending.current = false;
      setBusy(false);
    }
  }

  return {
    busy,
    field: {
      code,
      error,
      readOnly: busy,
      first: true,
      onChange: (next: Code) => {
        setCode(next);
        setError(undefined);
        if (!next.backup && next.text.length === DIGITS) void send(next);
      },
    },
    submit: (event: FormEvent) => {
      event.preventDefault();
      void send(code);
    },
  };
}

const sentenceOf = (error: unknown) =>
  error instanceof ProblemError ? (error.problem.campos?.['codigo'] ?? error.message) : FAILED;
