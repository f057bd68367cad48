import type { Entrou, Sessao } from '@prumo/contract/acesso.ts';
import type { ResultadoGoogle } from '@prumo/contract/google-resultado.ts';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { notifyFailure } from '#lib/notify.ts';
import { signedIn } from '#lib/session/session.ts';
import { AuthLayout, linkLook } from './auth-layout.tsx';
import { GoogleEntry } from './google-button.tsx';
import { greet } from './greet.ts';
import { LoginForm } from './login-form.tsx';
import { SecondFactorStep } from './second-factor-step.tsx';

interface LoginPageProps {
  voltar: string | undefined;
  /** The outcome of the visit to Google's page. */
  google: ResultadoGoogle | undefined;
}

export function LoginPage({ voltar, google }: LoginPageProps) {
  const navigate = useNavigate();
  const [asked, setAsked] = useState(false);

  // The guard of /auth then redirects the signed-in person to the page they wanted.
  function enter(sessao: Sessao, type: 'SIGNED_IN' | 'MFA_CHALLENGE_VERIFIED') {
    greet();
    signedIn(sessao, type);
  }
  function onEntered(entrou: Entrou) {
    if (entrou.situacao === 'entrou') enter(entrou.sessao, 'SIGNED_IN');
    else setAsked(true);
  }
  function startAgain() {
    setAsked(false);
    void navigate({ to: '.', search: { voltar }, replace: true });
  }

  if (asked || google === 'segundo_fator') {
    return (
      <SecondFactorStep
        onVerified={(sessao) => enter(sessao, 'MFA_CHALLENGE_VERIFIED')}
        onExpired={(error) => {
          notifyFailure('Erro ao fazer login', error.message, error);
          startAgain();
        }}
        onBack={startAgain}
      />
    );
  }
  return (
    <AuthLayout title="Entrar" subtitle="Acesse sua conta para continuar.">
      <LoginForm onEntered={onEntered} />
      <GoogleEntry voltar={voltar} />
      <p className="mt-6 text-center text-control text-muted">
        Ainda não tem conta?{' '}
        <Link to="/auth/$type" params={{ type: 'cadastro' }} className={linkLook}>
          Criar conta
        </Link>
      </p>
    </AuthLayout>
  );
}
