import { depositos } from '@prumo/contract/depositos.ts';
import { pedidos } from '@prumo/contract/pedidos.ts';
import type { PedidoAberto } from '@prumo/contract/pedidos-fila.ts';
import { Conferencia, reservas } from '@prumo/contract/reservas.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call, queryOf } from '#lib/api.ts';
import type { DialogPlace } from '#lib/dialogs/use-dialog.ts';
import { useWork } from '#lib/drafts/use-work.ts';
import { notifyUndoable } from '#lib/notify.ts';
import { notifyRefusal } from '#lib/session/notify-refusal.ts';
import { useUndo } from '#records/history/use-undo.ts';
import { RecordCombobox } from '#records/picker/record-combobox.tsx';
import { Button } from '#ui/button.tsx';
import { DialogBody, DialogFooter } from '#ui/dialog/dialog.tsx';
import { EagerDialog } from '#ui/dialog/eager-dialog.tsx';
import { FailureState } from '#ui/failure-state.tsx';
import { Field } from '#ui/form/field.tsx';
import { Input } from '#ui/form/input.tsx';

interface ConferenciaDialogProps {
  /** The ids of the parcel and of the reserva, as the address names them. */
  args: readonly string[];
  place: DialogPlace;
}

/** Says which of the returned pieces can be sold again. */
export function ConferenciaDialog({ args: [pedidoId = '', reservaId = ''], place }: ConferenciaDialogProps) {
  const { data, error, refetch } = useQuery(queryOf(pedidos.get, { params: { id: pedidoId } }));
  const item = data?.itens.find(({ reserva_id }) => reserva_id === reservaId);
  return (
    <EagerDialog
      title="Conferir devolução"
      {...(item && {
        text: `${item.nome ?? 'Produto'}: ${item.a_conferir} ${item.a_conferir === 1 ? 'peça voltou' : 'peças voltaram'}.`,
      })}
      place={place}
    >
      {error && <FailureState message={error.message} onRetry={refetch} />}
      {item && <ConferenciaForm item={item} reservaId={reservaId} place={place} />}
    </EagerDialog>
  );
}

interface Typed {
  vendavel: string;
  avariado: string;
  deposito_id: string | null;
}

interface FormProps {
  item: PedidoAberto['itens'][number];
  reservaId: string;
  place: DialogPlace;
}

function ConferenciaForm({ item, reservaId, place }: FormProps) {
  const queryClient = useQueryClient();
  const undo = useUndo();
  const [id] = useState(() => crypto.randomUUID());
  const base: Typed = { vendavel: '', avariado: '', deposito_id: null };
  const [typed, setTyped] = useState(base);
  const [error, setError] = useState<string>();
  const change = (part: Partial<Typed>) => setTyped((now) => ({ ...now, ...part }));
  const save = useMutation({
    mutationFn: (body: Conferencia) =>
      call(reservas.conferir, { params: { id: reservaId }, body, idempotencyKey: id }),
    onSuccess: ({ lote }) => {
      work.done();
      void queryClient.invalidateQueries();
      notifyUndoable('Devolução conferida', () => undo.mutate({ lote, done: 'Conferência desfeita' }));
      place.close();
    },
    onError: (refusal) => notifyRefusal('Erro ao conferir a devolução', refusal),
  });
  const work = useWork({
    values: () => ({ ...typed }),
    base: () => ({ ...base }),
    restore: (draft) => setTyped(draft ? restored(draft.values) : base),
    isHeldOpen: () => save.isPending,
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    const [vendavel, avariado] = [Number(typed.vendavel || 0), Number(typed.avariado || 0)];
    const parsed = Conferencia.safeParse({ id, vendavel, avariado, deposito_id: typed.deposito_id });
    if (!parsed.success) return setError(parsed.error.issues[0]?.message ?? 'Confira as quantidades.');
    if (vendavel + avariado > item.a_conferir)
      return setError(
        `Só ${item.a_conferir === 1 ? 'uma peça voltou' : `${item.a_conferir} peças voltaram`}.`,
      );
    setError(undefined);
    if (!save.isPending) save.mutate(parsed.data);
  }
  return (
    <form onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
      <DialogBody>
        <div className="grid grid-cols-2 gap-3">
          <Field label="Dá para vender" error={error} hint="Volta para o estoque.">
            {(wiring) => (
              <Input
                {...wiring}
                inputMode="numeric"
                autoComplete="off"
                value={typed.vendavel}
                onChange={({ target }) => change({ vendavel: target.value })}
              />
            )}
          </Field>
          <Field label="Avariada" error={undefined} hint="Não volta para o estoque.">
            {(wiring) => (
              <Input
                {...wiring}
                inputMode="numeric"
                autoComplete="off"
                value={typed.avariado}
                onChange={({ target }) => change({ avariado: target.value })}
              />
            )}
          </Field>
        </div>
        <Field label="Depósito" error={undefined} hint="Em branco: volta para o depósito de onde saiu.">
          {(wiring) => (
            <RecordCombobox
              of={depositos}
              narrow={{ ativo: 'true' }}
              none="De onde saiu"
              label="Depósito"
              input={wiring}
              id={typed.deposito_id}
              onChoose={(chosen) => change({ deposito_id: chosen })}
            />
          )}
        </Field>
      </DialogBody>
      <DialogFooter>
        <Button disabled={save.isPending} onClick={place.cancel}>
          Cancelar
        </Button>
        <Button type="submit" look="primary" busy={save.isPending}>
          Conferir
        </Button>
      </DialogFooter>
    </form>
  );
}

/** A draft may come from another version of the product, so each value is checked. */
function restored({ vendavel, avariado, deposito_id }: Readonly<Record<string, unknown>>): Typed {
  return {
    vendavel: typeof vendavel === 'string' ? vendavel : '',
    avariado: typeof avariado === 'string' ? avariado : '',
    deposito_id: typeof deposito_id === 'string' ? deposito_id : null,
  };
}
