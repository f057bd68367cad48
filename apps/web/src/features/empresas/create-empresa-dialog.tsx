import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { minhasEmpresas } from '@prumo/contract/minhas-empresas.ts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { call, ProblemError } from '#lib/api.ts';
import type { DialogPlace } from '#lib/dialogs/use-dialog.ts';
import { useFormWork } from '#lib/drafts/use-form-work.ts';
import { notifyFailure, notifySuccess } from '#lib/notify.ts';
import { useSwitchEmpresa } from '#lib/session/switch-empresa.ts';
import { Button } from '#ui/button.tsx';
import { DialogBody, DialogFooter } from '#ui/dialog/dialog.tsx';
import { EagerDialog } from '#ui/dialog/eager-dialog.tsx';
import { useFieldFocusOnOpen } from '#ui/dialog/focus-on-open.ts';
import { Field } from '#ui/form/field.tsx';
import { Input } from '#ui/form/input.tsx';

const Nova = minhasEmpresas.create.schema.body;

export function CreateEmpresaDialog({ place }: { place: DialogPlace }) {
  return (
    <EagerDialog
      title="Criar empresa"
      text="Ela começa vazia, e você é o dono. As outras empresas ficam como estão."
      place={place}
    >
      <CreateForm place={place} />
    </EagerDialog>
  );
}

function CreateForm({ place }: { place: DialogPlace }) {
  // One id for the dialog and its draft, so that a repeated request creates one empresa.
  const [fresh] = useState(() => crypto.randomUUID());
  const switchEmpresa = useSwitchEmpresa();
  const form = useForm({ resolver: standardSchemaResolver(Nova), defaultValues: { id: fresh, nome: '' } });
  const { errors, isSubmitting } = form.formState;
  const work = useFormWork(form, { isHeldOpen: () => isSubmitting });
  const element = useFieldFocusOnOpen('nome');

  const create = form.handleSubmit(async ({ id, nome }) => {
    try {
      await call(minhasEmpresas.create, { body: { id, nome } });
      work.done();
      await switchEmpresa(id);
      notifySuccess('Empresa criada', `Esta aba agora trabalha em ${nome}.`);
    } catch (error) {
      const problem = error instanceof ProblemError ? error.problem : undefined;
      if (problem?.campos?.['nome']) form.setError('nome', { message: problem.campos['nome'] });
      else notifyFailure('Erro ao criar empresa', problem?.mensagem, error);
    }
  });

  return (
    <form ref={element} noValidate onSubmit={create} className="flex min-h-0 flex-1 flex-col">
      <DialogBody>
        <Field label="Nome fantasia" error={errors.nome?.message}>
          {(wiring) => <Input {...wiring} {...form.register('nome')} autoComplete="organization" />}
        </Field>
      </DialogBody>
      <DialogFooter>
        <Button disabled={isSubmitting} onClick={place.cancel}>
          Cancelar
        </Button>
        <Button type="submit" look="primary" busy={isSubmitting}>
          Criar empresa
        </Button>
      </DialogFooter>
    </form>
  );
}
