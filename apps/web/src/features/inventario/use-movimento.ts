import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { MovimentoInput, movimentos, type Saldo, type Tipo } from '@prumo/contract/movimentos.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type FieldValues, useForm, useWatch } from 'react-hook-form';
import { call, ProblemError, traceOf } from '#lib/api.ts';
import { useFormWork } from '#lib/drafts/use-form-work.ts';
import { notifyFailure, notifyUndoable } from '#lib/notify.ts';
import { saveKeys } from '#lib/save-key.ts';
import { useUndo } from '#records/history/use-undo.ts';
import { useGone } from '#records/use-gone.ts';
import { TIPO_WORDS } from './tipo.ts';

interface MovimentoOptions {
  produtoId: string;
  depositoId: string | undefined;
  tipo: Tipo;
  quantidade: string;
  saldos: readonly Saldo[];
  /** Called after a refusal, because the loaded stock may be outdated. */
  onRefused: () => void;
  onDone: () => void;
}

interface Typed {
  tipo: Tipo;
  deposito_id: string;
  destino_id: string | null;
  quantidade: string;
  motivo: string | null;
}

const validate = standardSchemaResolver<FieldValues, unknown, MovimentoInput>(MovimentoInput);

export function useMovimento(options: MovimentoOptions) {
  const { produtoId, depositoId, tipo, quantidade, saldos, onRefused, onDone } = options;
  const queryClient = useQueryClient();
  const undo = useUndo();
  const [keys] = useState(saveKeys);
  // The body that was sent without an answer. A retry of the same input sends exactly this body, even if the
  // saldo was loaded again since.
  const unanswered = useRef<{ typed: string; body: MovimentoInput }>(undefined);
  const [refusal, setRefusal] = useState<string>();
  const gone = useGone();
  const saldoIn = (deposito: string | null) =>
    saldos.find(({ deposito_id }) => deposito_id === deposito)?.quantidade ?? '0.00';

  const complete = (typed: FieldValues) => ({
    ...typed,
    produto_id: produtoId,
    deposito_id: typed['deposito_id'] ?? '',
    destino_id: typed['tipo'] === 'transferencia' ? typed['destino_id'] : null,
    saldo_lido: typed['tipo'] === 'ajuste' ? saldoIn(typed['deposito_id']) : null,
    motivo: typed['motivo'] || null,
  });
  const form = useForm<FieldValues, unknown, MovimentoInput>({
    defaultValues: {
      // The id of the movimento, its chave. When an answer is lost, the movimento may already be recorded, so a
      // retry reuses the id, also after a reload.
      id: crypto.randomUUID(),
      tipo,
      deposito_id: depositoId ?? '',
      destino_id: null,
      quantidade,
      motivo: null,
    },
    resolver: (values, context, options) => validate(complete(values), context, options),
  });
  const isSending = useRef(false);
  const work = useFormWork(form, { isSending: () => isSending.current });
  const typed: Partial<Typed> = useWatch({ control: form.control });

  const save = form.handleSubmit(async (valid) => {
    const now = JSON.stringify(form.getValues());
    const body = unanswered.current?.typed === now ? unanswered.current.body : valid;
    unanswered.current = { typed: now, body };
    setRefusal(undefined);
    isSending.current = true;
    try {
      const { lote } = await call(movimentos.create, { body, idempotencyKey: keys.keyFor(body) });
      work.done();
      const { done } = TIPO_WORDS.find((each) => each.tipo === body.tipo) ?? { done: 'Estoque atualizado' };
      notifyUndoable(done, () => undo.mutate({ lote, done: 'Movimentação desfeita' }));
      void queryClient.invalidateQueries();
      // Another dialog may be open by now.
      if (!gone.current) onDone();
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      if (gone.current) return notifyFailure('Erro', error.message, error);
      console.error('O movimento foi recusado', traceOf(error));
      setRefusal(error.message);
      if (error.status < 400 || error.status >= 500) return;
      unanswered.current = undefined;
      // The server keeps a refusal under the id of the movimento, so the next attempt needs a new id.
      form.setValue('id', crypto.randomUUID());
      onRefused();
    } finally {
      isSending.current = false;
    }
  });

  return { form, typed, save, refusal, saldoIn };
}
