import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { Nome, perfil } from '@prumo/contract/perfil.ts';
import { useForm } from 'react-hook-form';
import { call } from '#lib/api.ts';
import { notifySuccess } from '#lib/notify.tsx';
import { useUnsavedWork } from '#lib/unsaved-work.ts';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { FormDialog } from './form-dialog.tsx';
import { useReloadPerfil } from './perfil-query.ts';
import { showRefusal } from './show-refusal.ts';

export function NomeDialog({ fullName, onClose }: { fullName: string; onClose: () => void }) {
  const reload = useReloadPerfil();
  const form = useForm({
    resolver: standardSchemaResolver(Nome),
    defaultValues: { full_name: fullName },
  });
  const { errors, isSubmitting, isDirty } = form.formState;
  useUnsavedWork(isDirty);

  const save = form.handleSubmit(async (body) => {
    try {
      await call(perfil.setNome, { body });
      await reload();
      notifySuccess('Nome alterado');
      onClose();
    } catch (error) {
      showRefusal(error, { setError: form.setError, fields: ['full_name'], title: 'Erro ao alterar nome' });
    }
  });

  return (
    <FormDialog title="Alterar nome" submit="Salvar" busy={isSubmitting} onSubmit={save} onClose={onClose}>
      <Field label="Nome completo" error={errors.full_name?.message}>
        {(wiring) => <Input {...wiring} {...form.register('full_name')} autoComplete="name" />}
      </Field>
    </FormDialog>
  );
}
