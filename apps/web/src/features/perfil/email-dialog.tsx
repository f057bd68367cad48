import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { perfil, TrocaDeEmail } from '@prumo/contract/perfil.ts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { call } from '#lib/api.ts';
import type { DialogPlace } from '#lib/dialogs/use-dialog.ts';
import { useFormWork } from '#lib/drafts/use-form-work.ts';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '#ui/dialog/dialog.tsx';
import { Field } from '#ui/form/field.tsx';
import { Input } from '#ui/form/input.tsx';
import { DialogForm } from './dialog-form.tsx';
import { useReloadPerfil } from './perfil-query.ts';
import { showRefusal } from './show-refusal.ts';

export function EmailDialog({ place }: { place: DialogPlace }) {
  const [sentTo, setSentTo] = useState<string>();
  return (
    <Dialog
      title="Alterar email"
      {...(!sentTo && { text: 'O novo endereço é confirmado por um link que enviamos a ele.' })}
      place={place}
    >
      {sentTo ? <Sent to={sentTo} place={place} /> : <EmailForm onSent={setSentTo} place={place} />}
    </Dialog>
  );
}

function Sent({ to, place }: { to: string; place: DialogPlace }) {
  return (
    <>
      <DialogBody>
        <p role="status" className="break-words text-body">
          Enviamos um link para {to}. O email só muda quando ele for aberto.
        </p>
      </DialogBody>
      <DialogFooter>
        <Button look="primary" onClick={place.close}>
          Entendi
        </Button>
      </DialogFooter>
    </>
  );
}

function EmailForm({ onSent, place }: { onSent: (email: string) => void; place: DialogPlace }) {
  const reload = useReloadPerfil();
  const form = useForm({ resolver: standardSchemaResolver(TrocaDeEmail), defaultValues: { email: '' } });
  const { errors, isSubmitting } = form.formState;
  const work = useFormWork(form, { isHeldOpen: () => isSubmitting });

  const send = form.handleSubmit(async (body) => {
    try {
      await call(perfil.setEmail, { body });
      work.done();
      await reload();
      onSent(body.email);
    } catch (error) {
      showRefusal(error, { setError: form.setError, fields: ['email'], title: 'Erro ao alterar email' });
    }
  });

  return (
    <DialogForm submit="Enviar link" busy={isSubmitting} onSubmit={send} place={place}>
      <Field label="Novo email" error={errors.email?.message}>
        {(wiring) => <Input {...wiring} {...form.register('email')} type="email" autoComplete="email" />}
      </Field>
    </DialogForm>
  );
}
