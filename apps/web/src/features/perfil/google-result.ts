import type { ResultadoGoogle } from '@prumo/contract/acesso.ts';
import { useEffect, useRef } from 'react';
import { notifyFailure, notifySuccess } from '#lib/notify.tsx';

const NOT_LINKED = 'A conta Google não foi vinculada';

/** The sign-in has its own page; here one comes back from linking an account or from confirming who one is. */
const say: Partial<Record<ResultadoGoogle, () => unknown>> = {
  vinculado: () => notifySuccess('Conta Google vinculada'),
  confirmado: () => notifySuccess('Identidade confirmada', 'Agora repita o que você ia fazer.'),
  outra_conta: () => refuse(NOT_LINKED, 'Esta conta Google já está vinculada a outro usuário.'),
  email_em_uso: () => refuse(NOT_LINKED, 'O email desta conta Google já está em uso.'),
  email_nao_verificado: () => refuse(NOT_LINKED, 'O email desta conta Google não foi verificado.'),
  cancelado: () => refuse('Nada foi alterado', 'Você voltou do Google sem concluir.'),
  expirado: () => refuse('O pedido expirou', 'A ida ao Google demorou demais. Tente de novo.'),
  falhou: () => refuse('Erro no Google', 'O Google não concluiu o pedido. Tente de novo em instantes.'),
};

const refuse = (title: string, text: string) => notifyFailure(title, text, 'Google');

/** Says once what came of a visit to Google, and has it taken out of the address. */
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
