import { type Conta, contas, type NovaConta } from '@prumo/contract/contas.ts';
import { MARKETPLACES, type Marketplace } from '@prumo/contract/marketplaces.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { handleOf } from '#features/contas/conta-words.ts';
import { takeStarted } from '#features/contas/started-connection.ts';
import { call, ProblemError } from '#lib/api.ts';
import { notifySuccess } from '#lib/notify.ts';
import { hasReturned, notifyNotConnected, takeReturned } from './authorization-return.ts';
import { judgeReturn } from './judge-return.ts';

/** A conta that another empresa holds. `conexao` is the proven authorization that can move it here. */
export interface HeldElsewhere {
  marketplace: Marketplace;
  conexao: string;
  sentence: string;
}

/** Exchanges the parameters of a return from the marketplace for a conta, once. */
export function useExchange() {
  const queryClient = useQueryClient();
  const [connecting, setConnecting] = useState(hasReturned);
  const [held, setHeld] = useState<HeldElsewhere>();
  const [trouble, setTrouble] = useState<string>();
  const exchange = useMutation({
    mutationFn: (body: NovaConta) => call(contas.connect, { body }),
    onSuccess: notifyConnected,
    onError: (error, { marketplace }) => {
      const sentence = sentenceOf(error);
      const conexao = error instanceof ProblemError ? error.problem.conexao : undefined;
      if (conexao) setHeld({ marketplace, conexao, sentence });
      else refuse(marketplace, sentence, error);
    },
    // The answer may be lost after the server connected the conta, so the list is reloaded in any case.
    onSettled: () => queryClient.invalidateQueries({ queryKey: contas.list.schema.tags }),
  });

  function refuse(marketplace: Marketplace | undefined, sentence: string, cause: unknown) {
    notifyNotConnected(marketplace && { marketplace }, sentence, cause);
    setTrouble(sentence);
  }

  const settle = useEffectEvent(async () => {
    const returned = takeReturned();
    if (!returned) return;
    const started = takeStarted();
    const verdict = judgeReturn(returned, started);
    if ('body' in verdict)
      await exchange.mutateAsync(verdict.body).catch(() => undefined); // onError reports the failure.
    else refuse(started?.marketplace, verdict.refusal, returned.error);
    setConnecting(false);
  });
  useEffect(() => void settle(), []);

  return { connecting, held, letGo: () => setHeld(undefined), trouble, setTrouble };
}

export const notifyConnected = (conta: Conta) =>
  notifySuccess(`Conectado ao ${MARKETPLACES[conta.marketplace]} como ${handleOf(conta)}!`);

export const sentenceOf = (error: unknown) =>
  error instanceof ProblemError ? error.message : 'Tente de novo em instantes.';

/** True when the server would refuse the same request again. */
export const isFinal = (error: unknown) =>
  error instanceof ProblemError && error.status >= 400 && error.status < 500 && error.status !== 429;
