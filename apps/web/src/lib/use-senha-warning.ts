import { COMMON_SENHA, FINAL, isOwnSenha, OWN_SENHA, PREFIXO, senhasComuns } from '@prumo/contract/senhas.ts';
import { useState } from 'react';
import { afterPress } from './after-press.ts';
import { call, traceOf } from './api.ts';

interface Person {
  email?: string;
  full_name?: string | null;
}

/**
 * Returns a warning about a password that is easy to guess, once the person has left its field. Saving never
 * waits for the warning (ADR 0052).
 */
export function useSenhaWarning(senha: string, person: Person) {
  const [left, setLeft] = useState('');
  const [common, setCommon] = useState<readonly string[]>([]);

  function judge() {
    setLeft(senha);
    // The form refuses a shorter password anyway.
    if (senha.length < 6 || common.includes(senha)) return;
    isCommon(senha).then(
      (yes) => yes && setCommon((those) => [...those, senha]),
      (error: unknown) => console.error('A leitura falhou', senhasComuns.list.url, traceOf(error)),
    );
  }
  return { onLeave: () => afterPress(judge), warning: left === senha ? warningOf() : undefined };

  function warningOf() {
    if (senha.length < 6) return undefined;
    if (isOwnSenha(senha, person)) return OWN_SENHA;
    return common.includes(senha) ? COMMON_SENHA : undefined;
  }
}

/** Only the first digits of the password's hash leave the browser. */
async function isCommon(senha: string): Promise<boolean> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(senha.toLowerCase()));
  const digits = Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
  const { finais } = await call(senhasComuns.list, { query: { prefixo: digits.slice(0, PREFIXO) } });
  return finais.includes(digits.slice(PREFIXO, PREFIXO + FINAL));
}
