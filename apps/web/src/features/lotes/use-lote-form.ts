import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { lotes, Mudanca, type Selecao } from '@prumo/contract/lotes.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type FieldValues, useForm } from 'react-hook-form';
import { call, ProblemError } from '#lib/api.ts';
import type { DialogPlace } from '#lib/dialogs/use-dialog.ts';
import { useFormWork } from '#lib/drafts/use-form-work.ts';
import { saveKeys } from '#lib/save-key.ts';
import { forgetSelection } from './kept-selection.ts';
import { loteQuery, watchLote } from './watch-lote.ts';

export interface LoteFormProps {
  selecao: Selecao;
  total: number | undefined;
  /** The key of the kept selection. */
  selection: string;
  place: DialogPlace;
  onStarted: (id: string) => void;
}

const validate = standardSchemaResolver<FieldValues, unknown, Mudanca>(Mudanca);

/** A form that starts a lote. `mudancaOf` makes the change from what the person typed. */
export function useLoteForm(
  { selecao, selection, onStarted }: LoteFormProps,
  { defaultValues, mudancaOf }: { defaultValues: FieldValues; mudancaOf: (typed: FieldValues) => object },
) {
  const queryClient = useQueryClient();
  const [keys] = useState(saveKeys);
  const [refusal, setRefusal] = useState<string>();
  const form = useForm<FieldValues, unknown, Mudanca>({
    defaultValues,
    resolver: async (values, context, options) => {
      const result = await validate(mudancaOf(values), context, options);
      // The amount and its rounding are fields of the form, and parts of `reajuste` in the contract.
      const { reajuste, ...rest } = result.errors as Record<string, object>;
      return { ...result, errors: { ...rest, ...reajuste } } as typeof result;
    },
  });
  const isSending = useRef(false);
  const work = useFormWork(form, { isSending: () => isSending.current });

  const send = form.handleSubmit(async (mudanca) => {
    const body = { selecao, mudanca };
    setRefusal(undefined);
    isSending.current = true;
    try {
      const lote = await call(lotes.create, { body, idempotencyKey: keys.keyFor(body) });
      queryClient.setQueryData(loteQuery(lote.id).queryKey, lote);
      work.done();
      forgetSelection(selection);
      watchLote(queryClient, lote.id);
      onStarted(lote.id);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      setRefusal(error.message);
    } finally {
      isSending.current = false;
    }
  });
  return { form, send, refusal };
}
