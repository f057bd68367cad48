import { type Entrou, recuperacoes, type Sessao } from '@prumo/contract/acesso.ts';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '#lib/api.ts';
import { notifyFailure, notifySuccess } from '#lib/notify.ts';
import { forgetMailLink } from '#lib/session/mail-link.ts';
import { signedIn } from '#lib/session/session.ts';
import type { SignInEvent } from '#lib/session/session-events.ts';
import { NewPasswordForm } from './new-password-form.tsx';
import { RecoveryRequest } from './recovery-request.tsx';
import { SecondFactorStep } from './second-factor-step.tsx';

type Step = 'pedido' | 'nova-senha' | 'codigo';

/** Requests a link by e-mail. The link opens this page again with its token and sets the new password. */
export function RecuperarSenhaPage({ token }: { token: string | undefined }) {
  const router = useRouter();
  const [step, setStep] = useState<Step>(token ? 'nova-senha' : 'pedido');

  /** `invalidate` reruns the guard of /auth, which redirects a person who was already signed in before. */
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
