import type { ResultadoGoogle } from '@prumo/contract/google-resultado.ts';
import { useEffect, useRef } from 'react';
import { notifyFailure, notifySuccess } from '#lib/notify.ts';

const OTHER_ACCOUNT =
  'Esta conta Google não é a vinculada à sua conta, ou já pertence a outro usuário. Escolha outra conta Google.';

/** The sign-in has its own page. This page receives the outcome of linking an account or of confirming the identity. */
const say: Partial<Record<ResultadoGoogle, () => unknown>> = {
  vinculado: () => notifySuccess('Conta Google vinculada'),
  confirmado: () => notifySuccess('Identidade confirmada', 'Agora repita o que você ia fazer.'),
  outra_conta: () => refuse('Nada foi alterado', OTHER_ACCOUNT),
  desligado: () => refuse('Nada foi alterado', 'A entrada com Google está desligada nesta conta.'),
  cancelado: () => refuse('Nada foi alterado', 'Você voltou do Google sem concluir.'),
  expirado: () => refuse('O pedido expirou', 'A ida ao Google demorou demais. Tente de novo.'),
  falhou: () => refuse('Erro no Google', 'O Google não concluiu o pedido. Tente de novo em instantes.'),
};

const refuse = (title: string, text: string) => notifyFailure(title, text, 'Google');

/** Shows the outcome of a visit to Google once, and has it removed from the address. */
export function useGoogleResult(result: ResultadoGoogle | undefined, onShown: () => void) {
  const shown = useRef<ResultadoGoogle>(undefined);
  useEffect(() => {
    if (shown.current === result) return;
    shown.current = result;
    if (!result) return;
    say[result]?.();
    onShown();
  }, [result, onShown]);
}
