import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { perfil, TrocaDeEmail } from '@prumo/contract/perfil.ts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { call } from '#lib/api.ts';
import { useUnsavedWork } from '#lib/unsaved-work.ts';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { FormDialog } from './form-dialog.tsx';
import { useReloadPerfil } from './perfil-query.ts';
import { showRefusal } from './show-refusal.ts';

const TITLE = 'Alterar email';

export function EmailDialog({ onClose }: { onClose: () => void }) {
  const reload = useReloadPerfil();
  const [sentTo, setSentTo] = useState<string>();
  const form = useForm({ resolver: standardSchemaResolver(TrocaDeEmail), defaultValues: { email: '' } });
  const { errors, isSubmitting, isDirty } = form.formState;
  useUnsavedWork(isDirty && !sentTo);

  const send = form.handleSubmit(async (body) => {
    try {
      await call(perfil.setEmail, { body });
      setSentTo(body.email);
      await reload();
    } catch (error) {
      showRefusal(error, { setError: form.setError, fields: ['email'], title: 'Erro ao alterar email' });
    }
  });

  if (sentTo) {
    return (
      <Dialog title={TITLE} onClose={onClose}>
        <DialogBody>
          <p role="status" className="break-words text-body">
            Enviamos um link para {sentTo}. O email só muda quando ele for aberto.
          </p>
        </DialogBody>
        <DialogFooter>
          <Button look="primary" onClick={onClose}>
            Entendi
          </Button>
        </DialogFooter>
      </Dialog>
    );
  }
  return (
    <FormDialog
      title={TITLE}
      text="O novo endereço é confirmado por um link que enviamos a ele."
      submit="Enviar link"
      busy={isSubmitting}
      onSubmit={send}
      onClose={onClose}
    >
      <Field label="Novo email" error={errors.email?.message}>
        {(wiring) => <Input {...wiring} {...form.register('email')} type="email" autoComplete="email" />}
      </Field>
    </FormDialog>
  );
}
