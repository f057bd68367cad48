import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { PedidoDeLink, recuperacoes } from '@prumo/contract/acesso.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { call, ProblemError } from '#lib/api.ts';
import { notifyFailure } from '#lib/notify.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/form/field.tsx';
import { Input } from '#ui/form/input.tsx';
import { AuthLayout, linkLook } from './auth-layout.tsx';

/** The confirmation text does not reveal whether the address has an account. */
export function RecoveryRequest() {
  const [sentTo, setSentTo] = useState<string>();
  const { register, handleSubmit, formState } = useForm({
    resolver: standardSchemaResolver(PedidoDeLink),
    defaultValues: { email: '' },
  });
  const { errors, isSubmitting } = formState;

  const ask = handleSubmit(async (pedido) => {
    try {
      await call(recuperacoes.create, { body: pedido });
      setSentTo(pedido.email);
    } catch (error) {
      notifyFailure('Erro ao enviar link', error instanceof ProblemError ? error.message : undefined, error);
    }
  });

  return (
    <AuthLayout title="Recuperar senha" subtitle="Enviaremos um link para o seu email.">
      <form noValidate onSubmit={ask} className="flex flex-col gap-4">
        {sentTo ? (
          <p role="status" className="rounded-card bg-ok px-3.5 py-3 text-control text-ok-fg">
            Se houver uma conta com <strong className="break-words font-medium">{sentTo}</strong>, você
            receberá um link para criar uma nova senha. Ele vale por 1 hora.
          </p>
        ) : (
          <Field label="Email" error={errors.email?.message}>
            {(wiring) => (
              <Input
                {...wiring}
                {...register('email')}
                type="email"
                autoComplete="username"
                className="h-10"
              />
            )}
          </Field>
        )}
        <Button type="submit" look={sentTo ? 'outline' : 'primary'} size="large" busy={isSubmitting}>
          {isSubmitting ? 'Enviando...' : sentTo ? 'Enviar de novo' : 'Enviar link'}
        </Button>
      </form>
      <p className="mt-6 text-center text-control">
        <Link to="/auth/$type" params={{ type: 'login' }} className={linkLook}>
          Voltar para o login
        </Link>
      </p>
    </AuthLayout>
  );
}
