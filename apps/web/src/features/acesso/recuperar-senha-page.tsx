import { type Entrou, recuperacoes, type Sessao } from '@prumo/contract/acesso.ts';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '#lib/api.ts';
import { forgetMailLink } from '#lib/mail-link.ts';
import { notifyFailure, notifySuccess } from '#lib/notify.tsx';
import { signedIn } from '#lib/session.ts';
import type { SignInEvent } from '#lib/session-events.ts';
import { NewPasswordForm } from './new-password-form.tsx';
import { RecoveryRequest } from './recovery-request.tsx';
import { SecondFactorStep } from './second-factor-step.tsx';

type Step = 'pedido' | 'nova-senha' | 'codigo';

/** Asks for a link by e-mail; the link comes back here with its code and sets the new password. */
export function RecuperarSenhaPage({ token }: { token: string | undefined }) {
  const router = useRouter();
  const [step, setStep] = useState<Step>(token ? 'nova-senha' : 'pedido');

  /** Also for whoever was signed in before: the guard of /auth leads on once nothing is left to do here. */
  function enter(sessao: Sessao, type: SignInEvent['type']) {
    forgetMailLink('token');
    signedIn(sessao, type);
    void router.invalidate();
  }
  function onSaved(entrou: Entrou) {
    notifySuccess('Senha alterada', 'As outras sessões desta conta foram encerradas.');
    if (entrou.situacao === 'entrou') enter(entrou.sessao, 'PASSWORD_RECOVERY');
    else setStep('codigo');
  }
  function toLogin() {
    forgetMailLink('token');
    void router.navigate({ to: '/auth/$type', params: { type: 'login' }, replace: true });
  }

  if (step === 'codigo') {
    return (
      <SecondFactorStep
        onVerified={(sessao) => enter(sessao, 'MFA_CHALLENGE_VERIFIED')}
        onExpired={(error) => {
          notifyFailure('Erro ao fazer login', error.message, error);
          toLogin();
        }}
        onBack={toLogin}
      />
    );
  }
  if (step === 'nova-senha' && token) {
    return (
      <NewPasswordForm
        send={(senha) => call(recuperacoes.finish, { body: { token, senha } })}
        onSaved={onSaved}
        onAskAgain={() => {
          forgetMailLink('token');
          setStep('pedido');
        }}
      />
    );
  }
  return <RecoveryRequest />;
}
