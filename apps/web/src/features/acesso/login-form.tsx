import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { Entrada, type Entrou, sessoes } from '@prumo/contract/acesso.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { call, ProblemError } from '#lib/api.ts';
import { notifyFailure } from '#lib/notify.ts';
import { invitedEmail } from '#lib/session/convite-link.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/form/field.tsx';
import { Input } from '#ui/form/input.tsx';
import { PasswordInput } from '#ui/form/password-input.tsx';
import { linkLook } from './auth-layout.tsx';
import { forgetUnprovenSignUp, unprovenSignUp } from './confirm-email.ts';
import { ResendConfirmation } from './resend-confirmation.tsx';

export function LoginForm({ onEntered }: { onEntered: (entrou: Entrou) => void }) {
  const [unconfirmed, setUnconfirmed] = useState<string>();
  const { register, handleSubmit, formState } = useForm({
    resolver: standardSchemaResolver(Entrada),
    defaultValues: { email: invitedEmail(), senha: '' },
  });
  const { errors, isSubmitting } = formState;

  const enter = handleSubmit(async (entrada) => {
    setUnconfirmed(undefined);
    try {
      const confirmacao = unprovenSignUp();
      const entrou = await call(sessoes.create, {
        body: { ...entrada, ...(confirmacao && { confirmacao }) },
      });
      forgetUnprovenSignUp();
      onEntered(entrou);
    } catch (error) {
      notifyFailure('Erro ao fazer login', loginRefusal(error), error);
      if (error instanceof ProblemError && error.status === 403) setUnconfirmed(entrada.email);
    }
  });

  return (
    <form noValidate onSubmit={enter} className="flex flex-col gap-4">
      {unconfirmed && <ResendConfirmation email={unconfirmed} />}
      <Field label="Email" error={errors.email?.message}>
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
  );
}

function loginRefusal(error: unknown) {
  if (!(error instanceof ProblemError)) return undefined;
  return error.status === 401 ? 'Email ou senha incorretos' : error.message;
}
