import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { Nome, perfil } from '@prumo/contract/perfil.ts';
import { useForm } from 'react-hook-form';
import { call } from '#lib/api.ts';
import type { DialogPlace } from '#lib/dialogs/use-dialog.ts';
import { useFormWork } from '#lib/drafts/use-form-work.ts';
import { notifySuccess } from '#lib/notify.ts';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { Field } from '#ui/form/field.tsx';
import { Input } from '#ui/form/input.tsx';
import { DialogForm } from './dialog-form.tsx';
import { useReloadPerfil } from './perfil-query.ts';
import { showRefusal } from './show-refusal.ts';

interface NomeDialogProps {
  fullName: string;
  place: DialogPlace;
}

export function NomeDialog(props: NomeDialogProps) {
  return (
    <Dialog title="Alterar nome" place={props.place}>
      <NomeForm {...props} />
    </Dialog>
  );
}

function NomeForm({ fullName, place }: NomeDialogProps) {
  const reload = useReloadPerfil();
  const form = useForm({
    resolver: standardSchemaResolver(Nome),
    defaultValues: { full_name: fullName },
  });
  const { errors, isSubmitting } = form.formState;
  // Stays open while sending, because the request to confirm the identity may appear on top of it.
  const work = useFormWork(form, { isHeldOpen: () => isSubmitting });

  const save = form.handleSubmit(async (body) => {
    try {
      await call(perfil.setNome, { body });
      work.done();
      await reload();
      notifySuccess('Nome alterado');
      place.close();
    } catch (error) {
      showRefusal(error, { setError: form.setError, fields: ['full_name'], title: 'Erro ao alterar nome' });
    }
  });

  return (
    <DialogForm submit="Salvar" busy={isSubmitting} onSubmit={save} place={place}>
      <Field label="Nome completo" error={errors.full_name?.message}>
        {(wiring) => <Input {...wiring} {...form.register('full_name')} autoComplete="name" />}
      </Field>
    </DialogForm>
  );
}
