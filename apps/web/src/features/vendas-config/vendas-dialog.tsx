import {
  MOST_DAYS_BACK,
  SAIDAS,
  type VendasConfig,
  type VendasConfigInput,
  vendasConfig,
} from '@prumo/contract/vendas-config.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call, ProblemError, queryOf } from '#lib/api.ts';
import type { DialogPlace } from '#lib/dialogs/use-dialog.ts';
import { useWork } from '#lib/drafts/use-work.ts';
import { notifySuccess } from '#lib/notify.ts';
import { addDays, type Day, dayOf, today } from '#lib/numbers/day.ts';
import { notifyRefusal } from '#lib/session/notify-refusal.ts';
import { Button } from '#ui/button.tsx';
import { DayInput } from '#ui/day/day-input.tsx';
import { DialogBody, DialogFooter } from '#ui/dialog/dialog.tsx';
import { EagerDialog } from '#ui/dialog/eager-dialog.tsx';
import { ChoiceList } from '#ui/form/choice-list.tsx';
import { Field } from '#ui/form/field.tsx';
import { DepositosOrder } from './depositos-order.tsx';
import { VendasPreview } from './vendas-preview.tsx';
import { SAIDAS_EM_PALAVRAS, situacaoDe } from './vendas-words.ts';

interface VendasDialogProps {
  title: string;
  contaId: string;
  config: VendasConfig;
  place: DialogPlace;
}

/** Switches the reservation of sales on or off, and says before what it would bring. */
export function VendasDialog({ title, ...props }: VendasDialogProps) {
  return (
    <EagerDialog
      title={title}
      text="Você escolhe desde quando as vendas contam e de que depósito elas saem."
      place={props.place}
    >
      <VendasForm {...props} />
    </EagerDialog>
  );
}

interface Escolha {
  modo: 'sim' | 'nao';
  dia: Day;
  saida_em: VendasConfig['saida_em'];
  depositos: string[];
}

const MODOS = [
  {
    value: 'sim',
    label: 'Reservam o estoque',
    text: 'O disponível cai na hora da venda, e o saldo, na saída.',
  },
  { value: 'nao', label: 'Não mexem no estoque', text: 'As reservas abertas desta conta são liberadas.' },
] as const;

/** Midnight in São Paulo, which has no daylight saving time. */
const startOf = (dia: Day) => `${dia}T00:00:00-03:00`;

const escolhaOf = ({ reserva_desde, saida_em, depositos, versao }: VendasConfig): Escolha => ({
  // Who opens the dialog for the first time wants to switch it on.
  modo: reserva_desde === null && versao > 0 ? 'nao' : 'sim',
  dia: reserva_desde === null ? today() : dayOf(new Date(reserva_desde)),
  ...{ saida_em, depositos },
});

function VendasForm({ contaId, config, place }: Omit<VendasDialogProps, 'title'>) {
  const queryClient = useQueryClient();
  const base = escolhaOf(config);
  const [escolha, setEscolha] = useState(base);
  const { modo, dia, saida_em, depositos } = escolha;
  const change = (part: Partial<Escolha>) => setEscolha((now) => ({ ...now, ...part }));
  const input: VendasConfigInput = {
    // The saved instant stays as it is, so that only another day counts as a change.
    reserva_desde:
      modo === 'nao' ? null : dia === base.dia ? (config.reserva_desde ?? startOf(dia)) : startOf(dia),
    ...{ saida_em, depositos, versao: config.versao },
  };
  const save = useMutation({
    mutationFn: () => call(vendasConfig.set, { params: { id: contaId }, body: input }),
    onSuccess: (changed) => {
      queryClient.setQueryData(queryOf(vendasConfig.get, { params: { id: contaId } }).queryKey, changed);
      notifySuccess('Opções das vendas salvas', situacaoDe(changed));
      work.done();
      place.close();
    },
    onError: (error) => {
      notifyRefusal('Erro ao salvar as opções das vendas', error);
      // The answer of a conflict is newer than the form. Reading it again shows it.
      if (error instanceof ProblemError && error.status === 409)
        void queryClient.invalidateQueries({
          queryKey: queryOf(vendasConfig.get, { params: { id: contaId } }).queryKey,
        });
    },
  });
  const campos = save.error instanceof ProblemError ? (save.error.problem.campos ?? {}) : {};
  const work = useWork({
    values: () => ({ ...escolha }),
    base: () => ({ ...base }),
    restore: (draft) => setEscolha(draft ? restored(draft.values, base) : base),
    isHeldOpen: () => save.isPending,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!save.isPending && (modo === 'nao' || dia !== '')) save.mutate();
  };
  return (
    <form onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
      <DialogBody>
        <ChoiceList
          legend="As vendas desta conta"
          choices={MODOS}
          chosen={modo}
          onChoose={(next) => change({ modo: next })}
        />
        {modo === 'sim' && (
          <>
            <Field
              label="Vendas feitas desde"
              error={dia === '' ? 'Informe o dia.' : campos['reserva_desde']}
              hint={`Escolha um dos últimos ${MOST_DAYS_BACK} dias. Vendas de antes não mexem no estoque.`}
            >
              {(wiring) => (
                <DayInput
                  label="Vendas feitas desde"
                  wiring={wiring}
                  value={dia}
                  // The day that is saved may be older.
                  min={[addDays(today(), -MOST_DAYS_BACK), base.dia].toSorted()[0] as Day}
                  max={today()}
                  incomplete="empty"
                  clearable={false}
                  onDay={(day) => change({ dia: day })}
                />
              )}
            </Field>
            <VendasPreview
              contaId={contaId}
              desde={dia && dia !== base.dia ? startOf(dia) : input.reserva_desde}
            />
            <ChoiceList
              legend="A saída do estoque é lançada"
              choices={SAIDAS_EM_PALAVRAS}
              chosen={saida_em}
              onChoose={(next) => change({ saida_em: next })}
            />
            <DepositosOrder
              ids={depositos}
              error={campos['depositos']}
              onChange={(ids) => change({ depositos: ids })}
            />
          </>
        )}
      </DialogBody>
      <DialogFooter>
        <Button disabled={save.isPending} onClick={place.cancel}>
          Cancelar
        </Button>
        <Button type="submit" look="primary" disabled={modo === 'sim' && dia === ''} busy={save.isPending}>
          {modo === 'nao' ? 'Não reservar' : config.reserva_desde === null ? 'Reservar as vendas' : 'Salvar'}
        </Button>
      </DialogFooter>
    </form>
  );
}

/** A draft may come from another version of the product, so each value is checked. */
function restored(values: Readonly<Record<string, unknown>>, base: Escolha): Escolha {
  const { modo, dia, saida_em, depositos } = values;
  return {
    modo: modo === 'sim' || modo === 'nao' ? modo : base.modo,
    dia: typeof dia === 'string' ? dia : base.dia,
    saida_em: SAIDAS.find((each) => each === saida_em) ?? base.saida_em,
    depositos: Array.isArray(depositos) ? depositos.map(String) : base.depositos,
  };
}
