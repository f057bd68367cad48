import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { type PedidoDeTitular, PedidoDeTitularInput, titulares } from '@prumo/contract/titulares.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { call, ProblemError, queryOf } from '#lib/api.ts';
import type { DialogPlace } from '#lib/dialogs/use-dialog.ts';
import { useFormWork } from '#lib/drafts/use-form-work.ts';
import { notifyFailure, notifySuccess } from '#lib/notify.ts';
import { today } from '#lib/numbers/day.ts';
import { saveKeys } from '#lib/save-key.ts';
import { Button } from '#ui/button.tsx';
import { DayInput } from '#ui/day/day-input.tsx';
import { DialogBody, DialogFooter } from '#ui/dialog/dialog.tsx';
import { EagerDialog } from '#ui/dialog/eager-dialog.tsx';
import { Field } from '#ui/form/field.tsx';
import { Input, inputLook } from '#ui/form/input.tsx';
import { TIPO_WORDS } from './titular-words.ts';

interface RegistrarDialogProps {
  place: DialogPlace;
  /** Called with the new pedido, which the person usually answers next. */
  onDone: (pedido: PedidoDeTitular) => void;
}

export function RegistrarDialog(props: RegistrarDialogProps) {
  return (
    <EagerDialog title="Registrar pedido" text="Anote quem pediu e onde responder." place={props.place}>
      <RegistrarForm {...props} />
    </EagerDialog>
  );
}

function RegistrarForm({ place, onDone }: RegistrarDialogProps) {
  const queryClient = useQueryClient();
  const [keys] = useState(saveKeys);
  const form = useForm({
    resolver: standardSchemaResolver(PedidoDeTitularInput),
    defaultValues: { tipo: 'acesso' as const, nome: '', contato: '', recebido_em: today() },
  });
  const { errors, isSubmitting } = form.formState;
  const work = useFormWork(form, { keys, isHeldOpen: () => isSubmitting });

  const save = form.handleSubmit(async (body) => {
    try {
      const pedido = await call(titulares.create, { body, idempotencyKey: keys.keyFor(body) });
      work.done();
      await queryClient.invalidateQueries({ queryKey: queryOf(titulares.list).queryKey });
      notifySuccess('Pedido registrado', 'O prazo de 15 dias conta da data em que ele chegou.');
      place.close();
      onDone(pedido);
    } catch (error) {
      const problem = error instanceof ProblemError ? error.problem : undefined;
      notifyFailure('Erro ao registrar o pedido', problem?.mensagem, error);
    }
  });

  return (
    <form noValidate onSubmit={save} className="flex min-h-0 flex-1 flex-col">
      <DialogBody>
        <Field label="O que a pessoa pede" error={errors.tipo?.message}>
          {(wiring) => (
            <select {...wiring} {...form.register('tipo')} className={`${inputLook} h-9`}>
              {Object.entries(TIPO_WORDS).map(([tipo, word]) => (
                <option key={tipo} value={tipo}>
                  {word}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label="Quem pede" error={errors.nome?.message}>
          {(wiring) => <Input {...wiring} {...form.register('nome')} autoComplete="off" />}
        </Field>
        <Field
          label="Contato para a resposta"
          hint="Email, telefone ou endereço."
          error={errors.contato?.message}
        >
          {(wiring) => <Input {...wiring} {...form.register('contato')} autoComplete="off" />}
        </Field>
        <Field label="Recebido em" error={errors.recebido_em?.message}>
          {(wiring) => (
            <Controller
              control={form.control}
              name="recebido_em"
              render={({ field }) => (
                <DayInput
                  label="Recebido em"
                  wiring={wiring}
                  value={field.value}
                  max={today()}
                  incomplete="empty"
                  clearable={false}
                  onDay={field.onChange}
                  onBlur={field.onBlur}
                />
              )}
            />
          )}
        </Field>
      </DialogBody>
      <DialogFooter>
        <Button disabled={isSubmitting} onClick={place.cancel}>
          Cancelar
        </Button>
        <Button type="submit" look="primary" busy={isSubmitting}>
          Registrar pedido
        </Button>
      </DialogFooter>
    </form>
  );
}
