import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { minhasEmpresas } from '@prumo/contract/minhas-empresas.ts';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { call, ProblemError } from '#lib/api.ts';
import { notifyFailure, notifySuccess } from '#lib/notify.tsx';
import { useSwitchEmpresa } from '#lib/session/switch-empresa.ts';
import { useUnsavedWork } from '#lib/unsaved-work.ts';
import { Button } from '#ui/button.tsx';
import { DialogBody, DialogFooter } from '#ui/dialog.tsx';
import { EagerDialog } from '#ui/eager-dialog.tsx';
import { Field } from '#ui/field.tsx';
import { useFocusOnOpen } from '#ui/focus-on-open.ts';
import { Input } from '#ui/input.tsx';

const Nome = z.pick(minhasEmpresas.create.schema.body, { nome: true });

export function CreateEmpresaDialog({ onClose }: { onClose: () => void }) {
  // One id for the dialog, so that a repeated request creates one empresa.
  const [id] = useState(() => crypto.randomUUID());
  const isMade = useRef(false);
  const switchEmpresa = useSwitchEmpresa();
  const form = useForm({ resolver: standardSchemaResolver(Nome), defaultValues: { nome: '' } });
  const { errors, isSubmitting, isDirty } = form.formState;
  useUnsavedWork(isDirty, () => !isMade.current);
  useFocusOnOpen(() => form.setFocus('nome'));

  const create = form.handleSubmit(async ({ nome }) => {
    try {
      await call(minhasEmpresas.create, { body: { id, nome } });
      isMade.current = true;
      await switchEmpresa(id);
      notifySuccess('Empresa criada', `Esta aba agora trabalha em ${nome}.`);
    } catch (error) {
      isMade.current = false;
      const problem = error instanceof ProblemError ? error.problem : undefined;
      if (problem?.campos?.['nome']) form.setError('nome', { message: problem.campos['nome'] });
      else notifyFailure('Erro ao criar empresa', problem?.mensagem, error);
    }
  });

  return (
    <EagerDialog
      title="Criar empresa"
      text="Ela começa vazia, e você é o dono. As outras empresas ficam como estão."
      onClose={() => !isSubmitting && onClose()}
    >
      <form noValidate onSubmit={create} className="flex min-h-0 flex-1 flex-col">
        <DialogBody>
          <Field label="Nome fantasia" error={errors.nome?.message}>
            {(wiring) => <Input {...wiring} {...form.register('nome')} autoComplete="organization" />}
          </Field>
        </DialogBody>
        <DialogFooter>
          <Button disabled={isSubmitting} onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" look="primary" busy={isSubmitting}>
            Criar empresa
          </Button>
        </DialogFooter>
      </form>
    </EagerDialog>
  );
}
