import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { Cadastro, usuarios } from '@prumo/contract/acesso.ts';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { call, ProblemError } from '#lib/api.ts';
import { notifyFailure, notifySuccess } from '#lib/notify.ts';
import { saveKeys } from '#lib/save-key.ts';
import { invitedEmail } from '#lib/session/convite-link.ts';
import { useSenhaWarning } from '#lib/use-senha-warning.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/form/field.tsx';
import { Input } from '#ui/form/input.tsx';
import { NewPasswordFields } from '#ui/form/new-password-fields.tsx';
import { AuthLayout, linkLook } from './auth-layout.tsx';
import { GoogleEntry } from './google-button.tsx';

const { full_name, email, senha } = Cadastro.shape;
const SignUpForm = z.object({
  full_name,
  email,
  senha,
  confirmacao: z.string().check(z.minLength(1, 'Confirme a senha')),
});

export function SignUpPage() {
  const navigate = useNavigate();
  const [keys] = useState(saveKeys);
  const { control, register, handleSubmit, setError, formState } = useForm({
    resolver: standardSchemaResolver(SignUpForm),
    defaultValues: { full_name: '', email: invitedEmail(), senha: '', confirmacao: '' },
  });
  const { errors, isSubmitting } = formState;
  const typed = useWatch({ control });
  const differ = typed.senha !== typed.confirmacao;
  const { warning, onLeave } = useSenhaWarning(typed.senha ?? '', typed);

  const create = handleSubmit(async ({ confirmacao: _, ...person }) => {
    const body = { ...person, retorno: location.origin };
    try {
      await call(usuarios.create, { body, idempotencyKey: keys.keyFor(body) });
      notifySuccess('Conta criada com sucesso!', 'Verifique seu email para confirmar sua conta.');
      await navigate({ to: '/auth/$type', params: { type: 'login' } });
    } catch (error) {
      notifyFailure('Erro ao criar conta', signUpRefusal(error), error);
      const campos = error instanceof ProblemError ? error.problem.campos : undefined;
      for (const name of ['senha', 'email', 'full_name'] as const)
        if (campos?.[name]) setError(name, { message: campos[name] }, { shouldFocus: true });
    }
  });

  return (
    <AuthLayout title="Criar conta" subtitle="Comece a organizar sua empresa.">
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!differ) void create(event);
        }}
      >
        <Field label="Nome completo" error={errors.full_name?.message}>
          {(wiring) => <Input {...wiring} {...register('full_name')} autoComplete="name" className="h-10" />}
        </Field>
        <Field label="Email" error={errors.email?.message}>
          {(wiring) => (
            <Input {...wiring} {...register('email')} type="email" autoComplete="username" className="h-10" />
          )}
        </Field>
        <NewPasswordFields
          label="Senha"
          senha={register('senha', { onBlur: onLeave })}
          confirmacao={register('confirmacao')}
          errors={errors}
          warning={warning}
          differ={differ}
          className="h-10"
        />
        <Button type="submit" look="primary" size="large" busy={isSubmitting} disabled={differ}>
          {isSubmitting ? 'Criando conta...' : 'Criar conta'}
        </Button>
      </form>
      <GoogleEntry voltar={undefined} />
      <p className="mt-6 text-center text-control text-muted">
        Já tem conta?{' '}
        <Link to="/auth/$type" params={{ type: 'login' }} className={linkLook}>
          Fazer login
        </Link>
      </p>
    </AuthLayout>
  );
}

function signUpRefusal(error: unknown) {
  if (!(error instanceof ProblemError)) return undefined;
  return error.status === 409 ? 'Este email já está cadastrado' : error.message;
}
