import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { RemessaInput, remessas } from '@prumo/contract/remessas.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type FieldValues, useForm } from 'react-hook-form';
import { call, ProblemError, traceOf } from '#lib/api.ts';
import { useFormWork } from '#lib/drafts/use-form-work.ts';
import { notifyFailure, notifySuccess } from '#lib/notify.ts';
import { formatQuantity } from '#lib/numbers/format.ts';
import { useGone } from '#records/use-gone.ts';
import type { RemessaStart } from './remessa.ts';

const validate = standardSchemaResolver<FieldValues, unknown, RemessaInput>(RemessaInput);

export function useRemessa({ de, para }: RemessaStart, onDone: () => void) {
  const queryClient = useQueryClient();
  const unanswered = useRef<{ typed: string; body: RemessaInput }>(undefined);
  const [refusal, setRefusal] = useState<string>();
  const gone = useGone();
  const complete = (typed: FieldValues) => ({
    ...typed,
    de_empresa_id: de.empresa.id,
    de_produto_id: de.produto.id,
    para_empresa_id: para.empresa.id,
  });
  const form = useForm<FieldValues, unknown, RemessaInput>({
    defaultValues: {
      // The key of the remessa. When an answer is lost, the stock may already have moved, so a retry reuses the id,
      // also after a reload.
      id: crypto.randomUUID(),
      de_deposito_id: de.produto.depositos[0]?.deposito_id ?? '',
      para_sku: para.sku,
      para_deposito_id: '',
      quantidade: '',
    },
    resolver: (values, context, options) => validate(complete(values), context, options),
  });

  const isSending = useRef(false);
  const work = useFormWork(form, { isSending: () => isSending.current });

  const save = form.handleSubmit(async (valid) => {
    const typed = JSON.stringify(form.getValues());
    const body = unanswered.current?.typed === typed ? unanswered.current.body : valid;
    unanswered.current = { typed, body };
    setRefusal(undefined);
    isSending.current = true;
    try {
      await call(remessas.create, { body });
      work.done();
      notifySuccess(
        'Transferência registrada',
        `${formatQuantity(body.quantidade)} de ${de.produto.nome}: de ${de.empresa.nome} para ${para.empresa.nome}.`,
      );
      void queryClient.invalidateQueries();
      if (!gone.current) onDone();
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      if (gone.current) return notifyFailure('Erro', error.message, error);
      console.error('A transferência foi recusada', traceOf(error));
      setRefusal(error.message);
      if (error.status < 400 || error.status >= 500) return;
      // The server keeps a refusal under the id of the remessa, so the next attempt needs a new id.
      unanswered.current = undefined;
      form.setValue('id', crypto.randomUUID());
    } finally {
      isSending.current = false;
    }
  });

  return { form, save, refusal };
}
