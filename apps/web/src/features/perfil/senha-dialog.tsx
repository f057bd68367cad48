import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { senha } from '@prumo/contract/acesso.ts';
import { perfil as endpoints, type Perfil, TrocaDeSenha } from '@prumo/contract/perfil.ts';
import { useRef } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { call } from '#lib/api.ts';
import type { DialogPlace } from '#lib/dialogs/use-dialog.ts';
import { useUnsavedWork } from '#lib/leaving/use-unsaved-work.ts';
import { notifySuccess } from '#lib/notify.ts';
import { useSenhaWarning } from '#lib/use-senha-warning.ts';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { Field } from '#ui/form/field.tsx';
import { NewPasswordFields } from '#ui/form/new-password-fields.tsx';
import { PasswordInput } from '#ui/form/password-input.tsx';
import { DialogForm } from './dialog-form.tsx';
import { useReloadPerfil } from './perfil-query.ts';
import { showRefusal } from './show-refusal.ts';

const confirmacao = z.string().check(z.minLength(1, 'Confirme a nova senha'));
const Changing = z.object({ senha_atual: senha, senha: TrocaDeSenha.shape.senha, confirmacao });
const Creating = z.object({ senha_atual: z.string(), senha: TrocaDeSenha.shape.senha, confirmacao });

interface SenhaDialogProps {
  perfil: Perfil;
  place: DialogPlace;
}

export function SenhaDialog(props: SenhaDialogProps) {
  return (
    <Dialog
      title={props.perfil.tem_senha ? 'Alterar senha' : 'Criar senha'}
      text="As suas outras sessões são encerradas."
      place={props.place}
    >
      <SenhaForm {...props} />
    </Dialog>
  );
}

/** Asks for the current password only when the person has one: an account created with Google has none. */
function SenhaForm({ perfil, place }: SenhaDialogProps) {
  const { tem_senha, email } = perfil;
  const reload = useReloadPerfil();
  const form = useForm({
    resolver: standardSchemaResolver(tem_senha ? Changing : Creating),
    defaultValues: { senha_atual: '', senha: '', confirmacao: '' },
  });
  const { errors, isSubmitting, isDirty } = form.formState;
  const isSaved = useRef(false);
  // A password is never written to a draft.
  useUnsavedWork(true, () => isDirty && !isSaved.current, {
    isHeldOpen: () => isSubmitting && !isSaved.current,
  });
  const [first, second] = useWatch({ control: form.control, name: ['senha', 'confirmacao'] });
  const differ = first !== second;
  const { warning, onLeave } = useSenhaWarning(first, perfil);

  const save = form.handleSubmit(async ({ senha_atual, senha }) => {
    try {
      await call(endpoints.setSenha, { body: tem_senha ? { senha_atual, senha } : { senha } });
      notifySuccess(tem_senha ? 'Senha alterada' : 'Senha criada', 'As outras sessões foram encerradas.');
      isSaved.current = true;
      await reload();
      place.close();
    } catch (error) {
      const title = tem_senha ? 'Erro ao alterar senha' : 'Erro ao criar senha';
      showRefusal(error, { setError: form.setError, fields: ['senha_atual', 'senha'], title });
    }
  });

  return (
    <DialogForm
      submit="Salvar senha"
      busy={isSubmitting}
      disabled={differ}
      onSubmit={(event) => {
        event.preventDefault();
        if (!differ) void save(event);
      }}
      place={place}
    >
      {/* Tells a password manager which account the password belongs to. */}
      <input hidden readOnly autoComplete="username" value={email} />
      {tem_senha && (
        <Field label="Senha atual" error={errors.senha_atual?.message}>
          {(wiring) => (
            <PasswordInput {...wiring} {...form.register('senha_atual')} autoComplete="current-password" />
          )}
        </Field>
      )}
      <NewPasswordFields
        label="Nova senha"
        senha={form.register('senha', { onBlur: onLeave })}
        confirmacao={form.register('confirmacao')}
        errors={errors}
        warning={warning}
        differ={differ}
      />
    </DialogForm>
  );
}
