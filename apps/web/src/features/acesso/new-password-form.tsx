import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { type Entrou, novaSenha } from '@prumo/contract/acesso.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { ProblemError } from '#lib/api.ts';
import { notifyFailure } from '#lib/notify.ts';
import { useSenhaWarning } from '#lib/use-senha-warning.ts';
import { Button } from '#ui/button.tsx';
import { NewPasswordFields } from '#ui/form/new-password-fields.tsx';
import { Notice } from '#ui/notice.tsx';
import { AuthLayout, linkLook } from './auth-layout.tsx';
import { linkRefusal } from './link-refusal.ts';

const NewPassword = z.object({
  senha: novaSenha,
  confirmacao: z.string().check(z.minLength(1, 'Confirme a senha')),
});

interface NewPasswordFormProps {
  send: (senha: string) => Promise<Entrou>;
  onSaved: (entrou: Entrou) => void;
  /** Called when the person requests another link, because this one was already used or has expired. */
  onAskAgain: () => void;
}

export function NewPasswordForm({ send, onSaved, onAskAgain }: NewPasswordFormProps) {
  const [refused, setRefused] = useState<string>();
  const { control, register, handleSubmit, setError, formState } = useForm({
    resolver: standardSchemaResolver(NewPassword),
    defaultValues: { senha: '', confirmacao: '' },
  });
  const { errors, isSubmitting } = formState;
  const [first, second] = useWatch({ control, name: ['senha', 'confirmacao'] });
  const differ = first !== second;
  // The page knows the link but not the person, so no name or e-mail is compared with the password.
  const { warning, onLeave } = useSenhaWarning(first, {});

  const save = handleSubmit(async ({ senha }) => {
    setRefused(undefined);
    try {
      onSaved(await send(senha));
    } catch (error) {
      const sentence = linkRefusal(error);
      const atField = error instanceof ProblemError && error.problem.campos?.['senha'];
      if (atField) setError('senha', { message: atField }, { shouldFocus: true });
      else if (isAboutLink(error)) setRefused(sentence);
      else notifyFailure('Erro ao alterar senha', sentence, error);
    }
  });

  return (
    <AuthLayout title="Nova senha" subtitle="Crie a senha com que você vai entrar a partir de agora.">
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!differ) void save(event);
        }}
      >
        {refused && (
          <Notice>
            <p>{refused}</p>
            <Button className="self-start" onClick={onAskAgain}>
              Pedir outro link
            </Button>
          </Notice>
        )}
        <NewPasswordFields
          label="Nova senha"
          senha={register('senha', { onBlur: onLeave })}
          confirmacao={register('confirmacao')}
          errors={errors}
          warning={warning}
          differ={differ}
          className="h-10"
        />
        <Button type="submit" look="primary" size="large" busy={isSubmitting} disabled={differ}>
          {isSubmitting ? 'Salvando...' : 'Salvar nova senha'}
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

/** True when the link caused the refusal. An unreachable server or too many attempts (429) are temporary. */
const isAboutLink = (error: unknown) =>
  error instanceof ProblemError && error.status >= 400 && error.status < 500 && error.status !== 429;
