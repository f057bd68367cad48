import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { codigo, senha } from '@prumo/contract/acesso.ts';
import { type ReactNode, useState } from 'react';
import { useController, useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { ProblemError } from '#lib/api.ts';
import { Button } from '#ui/button.tsx';
import { DialogBody, DialogFooter } from '#ui/dialog/dialog.tsx';
import { Field } from '#ui/form/field.tsx';
import { Input } from '#ui/form/input.tsx';
import { PasswordInput } from '#ui/form/password-input.tsx';
import { Notice } from '#ui/notice.tsx';
import { type Code, CodeField, noCode } from './code-field.tsx';

export interface Proof {
  senha: string | undefined;
  codigo: string | undefined;
}

interface IdentityFormProps {
  email: string;
  withPassword: boolean;
  /** Also asks for the second factor. */
  withCode: boolean;
  submit: string;
  /** Rejects with the refusal, which the form shows at the right field. */
  send: (proof: Proof) => Promise<unknown>;
  /** Rendered beside the submit button. */
  alternative: ReactNode;
}

const FAILED = 'Não foi possível confirmar. Tente de novo.';

/** A known person proves their identity again. */
export function IdentityForm(props: IdentityFormProps) {
  const { email, withPassword, withCode, submit, send, alternative } = props;
  const [refused, setRefused] = useState<string>();
  const [code, setCode] = useState<Code>(noCode);
  const { control, register, handleSubmit, setError, formState } = useForm<Proof>({
    resolver: standardSchemaResolver(
      z.object({
        senha: withPassword ? senha : z.optional(senha),
        codigo: withCode ? codigo : z.optional(codigo),
      }),
    ),
    defaultValues: { ...(withPassword && { senha: '' }), ...(withCode && { codigo: '' }) },
  });
  const { field: codeField } = useController({ control, name: 'codigo' });
  const { errors, isSubmitting } = formState;

  const prove = handleSubmit(async (proof) => {
    setRefused(undefined);
    try {
      await send(proof);
    } catch (error) {
      const campos = error instanceof ProblemError ? error.problem.campos : undefined;
      const named = (['senha', 'codigo'] as const).filter((name) => campos?.[name]);
      for (const name of named) setError(name, { message: campos?.[name] ?? '' }, { shouldFocus: true });
      if (named.length === 0) setRefused(error instanceof ProblemError ? error.message : FAILED);
    }
  });

  return (
    <form noValidate onSubmit={prove} className="flex min-h-0 flex-1 flex-col">
      <DialogBody>
        {refused && (
          <Notice>
            <p>{refused}</p>
          </Notice>
        )}
        {withPassword && (
          <>
            <Field label="Email">
              {(wiring) => (
                // Skipped by the Tab key, because the focus belongs in the fields to fill.
                <Input
                  {...wiring}
                  readOnly
                  tabIndex={-1}
                  value={email}
                  autoComplete="username"
                  className="text-muted"
                />
              )}
            </Field>
            <Field label="Senha" error={errors.senha?.message}>
              {(wiring) => (
                <PasswordInput {...wiring} {...register('senha')} autoComplete="current-password" />
              )}
            </Field>
          </>
        )}
        {withCode && (
          <CodeField
            code={code}
            error={errors.codigo?.message}
            readOnly={isSubmitting}
            first={false}
            onInput={codeField.ref}
            onChange={(next) => {
              setCode(next);
              codeField.onChange(next.text);
            }}
          />
        )}
      </DialogBody>
      <DialogFooter className="justify-between">
        {alternative}
        <Button type="submit" look="primary" busy={isSubmitting}>
          {submit}
        </Button>
      </DialogFooter>
    </form>
  );
}
