import { aliquotas } from '@prumo/contract/aliquotas.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call, ProblemError, queryOf } from '#lib/api.ts';
import type { DialogPlace } from '#lib/dialogs/use-dialog.ts';
import { useWork } from '#lib/drafts/use-work.ts';
import { notifySuccess } from '#lib/notify.ts';
import { today } from '#lib/numbers/day.ts';
import { notifyRefusal } from '#lib/session/notify-refusal.ts';
import { DecimalInput } from '#records/fields/decimal-input.tsx';
import { useDecimal } from '#records/fields/use-decimal.ts';
import { Button } from '#ui/button.tsx';
import { DayInput } from '#ui/day/day-input.tsx';
import { DialogBody, DialogFooter } from '#ui/dialog/dialog.tsx';
import { EagerDialog } from '#ui/dialog/eager-dialog.tsx';
import { Field } from '#ui/form/field.tsx';

interface AliquotaDialogProps {
  title: string;
  place: DialogPlace;
}

/** Sets the rate that is valid from a day on. The rate of a day that has one already is replaced. */
export function AliquotaDialog({ title, place }: AliquotaDialogProps) {
  return (
    <EagerDialog
      title={title}
      text="Vale para as vendas desse dia em diante, até a próxima alíquota."
      place={place}
    >
      <AliquotaForm place={place} />
    </EagerDialog>
  );
}

function AliquotaForm({ place }: Pick<AliquotaDialogProps, 'place'>) {
  const queryClient = useQueryClient();
  const base = { percentual: '', desde: `${today().slice(0, 8)}01` };
  const [percentual, setPercentual] = useState(base.percentual);
  const [desde, setDesde] = useState<string>(base.desde);
  const save = useMutation({
    mutationFn: () => call(aliquotas.set, { body: { desde, percentual } }),
    onSuccess: (changed) => {
      queryClient.setQueryData(queryOf(aliquotas.list).queryKey, changed);
      void queryClient.invalidateQueries({ queryKey: ['margem'] });
      notifySuccess('Alíquota definida', 'A margem dos pedidos já conta com ela.');
      work.done();
      place.close();
    },
    onError: (error) => notifyRefusal('Erro ao definir a alíquota', error),
  });
  const campos = save.error instanceof ProblemError ? (save.error.problem.campos ?? {}) : {};
  const decimal = useDecimal({
    value: percentual,
    onDecimal: setPercentual,
    kind: { places: 2, unit: '%' },
    max: '100',
    error: campos['percentual'],
  });
  const work = useWork({
    values: () => ({ percentual, desde }),
    base: () => base,
    restore: (draft) => {
      setPercentual(String(draft?.values['percentual'] ?? base.percentual));
      setDesde(String(draft?.values['desde'] ?? base.desde));
    },
    isHeldOpen: () => save.isPending,
  });
  const isReady = percentual !== '' && !decimal.error && desde !== '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!save.isPending && isReady) save.mutate();
  };
  return (
    <form onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
      <DialogBody>
        <Field
          label="Alíquota efetiva"
          hint={decimal.note ? undefined : 'O imposto sobre o valor da venda, em %. Por exemplo: 6 ou 6,5.'}
          error={decimal.error}
          note={decimal.note}
        >
          {(wiring) => (
            <DecimalInput {...wiring} ref={() => {}} name="percentual" decimal={decimal} placeholder="6" />
          )}
        </Field>
        <Field label="A partir de" error={desde === '' ? 'Informe o dia.' : campos['desde']}>
          {(wiring) => (
            <DayInput
              label="A partir de"
              wiring={wiring}
              value={desde}
              incomplete="empty"
              clearable={false}
              onDay={setDesde}
            />
          )}
        </Field>
      </DialogBody>
      <DialogFooter>
        <Button disabled={save.isPending} onClick={place.cancel}>
          Cancelar
        </Button>
        <Button type="submit" look="primary" disabled={!isReady} busy={save.isPending}>
          Definir alíquota
        </Button>
      </DialogFooter>
    </form>
  );
}
