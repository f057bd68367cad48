import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { confirmacoes, Entrada, sessoes } from '@prumo/contract/acesso.ts';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useForm } from 'react-hook-form';
import { call, ProblemError } from '#lib/api.ts';
import { notifyFailure, notifySuccess } from '#lib/notify.tsx';
import { signedIn } from '#lib/session.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { PasswordInput } from '#ui/password-input.tsx';
import { AuthLayout, linkLook } from './auth-layout.tsx';
import { GoogleButton } from './google-button.tsx';

export function LoginPage({ confirmacao }: { confirmacao: string | undefined }) {
  useEmailConfirmation(confirmacao);
  const { register, handleSubmit, formState } = useForm({
    resolver: standardSchemaResolver(Entrada),
    defaultValues: { email: '', senha: '' },
  });
  const { errors, isSubmitting } = formState;

  const enter = handleSubmit(async (entrada) => {
    try {
      const sessao = await call(sessoes.create, { body: entrada });
      notifySuccess('Login realizado com sucesso!', 'Bem-vindo de volta!');
      // The guard of /auth takes whoever is signed in to where they wanted to go.
      signedIn(sessao);
    } catch (error) {
      notifyFailure('Erro ao fazer login', loginRefusal(error), error);
    }
  });

  return (
    <AuthLayout title="Entrar" subtitle="Acesse sua conta para continuar.">
      <form noValidate onSubmit={enter} className="flex flex-col gap-4">
        <Field label="E-mail" error={errors.email?.message}>
          {(wiring) => (
            <Input {...wiring} {...register('email')} type="email" autoComplete="username" className="h-10" />
          )}
        </Field>
        <Field label="Senha" error={errors.senha?.message}>
          {(wiring) => (
            <PasswordInput
              {...wiring}
              {...register('senha')}
              autoComplete="current-password"
              className="h-10"
            />
          )}
        </Field>
        <p className="-mt-2 text-right text-control">
          <Link to="/auth/recuperar-senha" className={linkLook}>
            Esqueceu a senha?
          </Link>
        </p>
        <Button type="submit" look="primary" size="large" busy={isSubmitting}>
          {isSubmitting ? 'Entrando...' : 'Entrar'}
        </Button>
      </form>
      <GoogleButton />
      <p className="mt-6 text-center text-control text-muted">
        Ainda não tem conta?{' '}
        <Link to="/auth/$type" params={{ type: 'cadastro' }} className={linkLook}>
          Criar conta
        </Link>
      </p>
    </AuthLayout>
  );
}

function loginRefusal(error: unknown) {
  if (!(error instanceof ProblemError)) return undefined;
  return error.status === 401 ? 'Email ou senha incorretos' : error.message;
}

/** The link of the confirmation e-mail ends here with its code, which is used once and leaves the address. */
function useEmailConfirmation(token: string | undefined) {
  const navigate = useNavigate();
  const used = useRef<string>(undefined);
  useEffect(() => {
    if (!token || used.current === token) return;
    used.current = token;
    void navigate({ to: '.', search: {}, replace: true });
    call(confirmacoes.create, { body: { token } }).then(
      () => notifySuccess('Email confirmado', 'Agora é só entrar.'),
      (error: unknown) =>
        notifyFailure(
          'Erro ao confirmar email',
          error instanceof ProblemError ? error.message : undefined,
          error,
        ),
    );
  }, [token, navigate]);
}
