import { depositos } from '@prumo/contract/depositos.ts';
import { CancelamentoInput, type VendaBalcao, vendasBalcao } from '@prumo/contract/vendas-balcao.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call, ProblemError } from '#lib/api.ts';
import type { DialogPlace } from '#lib/dialogs/use-dialog.ts';
import { useWork } from '#lib/drafts/use-work.ts';
import { notifySuccess } from '#lib/notify.ts';
import { formatMoney, formatQuantity } from '#lib/numbers/format.ts';
import { saveKeys } from '#lib/save-key.ts';
import { notifyRefusal } from '#lib/session/notify-refusal.ts';
import { DecimalInput } from '#records/fields/decimal-input.tsx';
import { useDecimal } from '#records/fields/use-decimal.ts';
import { RecordCombobox } from '#records/picker/record-combobox.tsx';
import { Button } from '#ui/button.tsx';
import { DialogBody, DialogFooter } from '#ui/dialog/dialog.tsx';
import { EagerDialog } from '#ui/dialog/eager-dialog.tsx';
import { Field } from '#ui/form/field.tsx';
import { Textarea } from '#ui/form/input.tsx';

interface CancelarDialogProps {
  venda: VendaBalcao;
  place: DialogPlace;
}

/** Says what came back of a sale that is called off. */
export function CancelarDialog({ venda, place }: CancelarDialogProps) {
  return (
    <EagerDialog
      title={`Cancelar venda ${venda.numero}`}
      text={`${formatMoney(venda.total)}. A venda continua na lista, como cancelada, e a comissão é estornada.`}
      place={place}
    >
      <CancelarForm venda={venda} place={place} />
    </EagerDialog>
  );
}

interface Typed {
  /** The units of each produto that can be sold again. */
  vendavel: Readonly<Record<string, string>>;
  deposito_id: string | null;
  motivo: string;
}

function CancelarForm({ venda, place }: CancelarDialogProps) {
  const queryClient = useQueryClient();
  const [keys] = useState(saveKeys);
  const base: Typed = {
    vendavel: Object.fromEntries(venda.itens.map(({ produto_id, quantidade }) => [produto_id, quantidade])),
    deposito_id: null,
    motivo: '',
  };
  const [typed, setTyped] = useState(base);
  const [erros, setErros] = useState<Readonly<Record<string, string>>>({});
  const change = (part: Partial<Typed>) => {
    setTyped((now) => ({ ...now, ...part }));
    setErros({});
  };
  const save = useMutation({
    mutationFn: (body: CancelamentoInput) =>
      call(vendasBalcao.cancel, { params: { id: venda.id }, body, idempotencyKey: body.id }),
    onSuccess: () => {
      work.done();
      void queryClient.invalidateQueries();
      notifySuccess(`Venda ${venda.numero} cancelada`);
      place.close();
    },
    onError: (refusal) => {
      if (refusal instanceof ProblemError && refusal.problem.campos) setErros(refusal.problem.campos);
      else notifyRefusal('Erro ao cancelar a venda', refusal);
    },
  });
  const work = useWork({
    keys,
    values: () => ({ ...typed }),
    base: () => ({ ...base }),
    restore: (draft) => setTyped(draft ? { ...base, ...restored(draft.values) } : base),
    isHeldOpen: () => save.isPending,
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    const itens = venda.itens.map(({ produto_id }) => ({
      produto_id,
      vendavel: typed.vendavel[produto_id] || '0',
    }));
    const content = { itens, deposito_id: typed.deposito_id, motivo: typed.motivo };
    const parsed = CancelamentoInput.safeParse({ ...content, id: keys.keyFor(content) });
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      const at = typeof issue?.path[1] === 'number' ? venda.itens[issue.path[1]] : undefined;
      return setErros({ [at ? `itens.${at.produto_id}` : String(issue?.path[0])]: issue?.message ?? '' });
    }
    if (!save.isPending) save.mutate(parsed.data);
  }

  return (
    <form onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
      <DialogBody>
        <p className="text-control text-muted">
          Diga quantas unidades voltam para a venda. O que faltar até a quantidade vendida conta como avariado
          e não entra no estoque.
        </p>
        <ul className="flex flex-col divide-y rounded-card border">
          {venda.itens.map((item) => (
            <li key={item.produto_id} className="flex items-start justify-between gap-3 px-3.5 py-2.5">
              <div className="min-w-0 text-control">
                <p className="font-medium">{item.nome}</p>
                <p className="text-meta text-muted">{formatQuantity(item.quantidade)} na venda</p>
                {erros[`itens.${item.produto_id}`] && (
                  <p role="alert" className="text-bad-fg text-meta">
                    {erros[`itens.${item.produto_id}`]}
                  </p>
                )}
              </div>
              <div className="w-28 shrink-0">
                <Vendavel
                  nome={item.nome}
                  value={typed.vendavel[item.produto_id] ?? ''}
                  onDecimal={(quantidade) =>
                    change({ vendavel: { ...typed.vendavel, [item.produto_id]: quantidade } })
                  }
                />
              </div>
            </li>
          ))}
        </ul>
        <Field
          label="Depósito"
          error={erros['deposito_id']}
          hint="Em branco: volta para o depósito de onde saiu."
        >
          {(wiring) => (
            <RecordCombobox
              of={depositos}
              narrow={{ ativo: 'true' }}
              none="De onde saiu"
              label="Depósito"
              input={wiring}
              id={typed.deposito_id}
              onChoose={(deposito_id) => change({ deposito_id })}
            />
          )}
        </Field>
        <Field label="Motivo (opcional)" error={erros['motivo']}>
          {(wiring) => (
            <Textarea
              {...wiring}
              maxLength={200}
              value={typed.motivo}
              onChange={({ target }) => change({ motivo: target.value })}
            />
          )}
        </Field>
      </DialogBody>
      <DialogFooter>
        <Button disabled={save.isPending} onClick={place.cancel}>
          Voltar
        </Button>
        <Button type="submit" look="danger" busy={save.isPending}>
          Cancelar venda
        </Button>
      </DialogFooter>
    </form>
  );
}

function Vendavel({ nome, ...rest }: { nome: string; value: string; onDecimal: (value: string) => void }) {
  const decimal = useDecimal({ ...rest, kind: { places: 2 } });
  return (
    <DecimalInput
      ref={() => {}}
      aria-label={`Voltam para vender de ${nome}`}
      aria-invalid={decimal.error ? true : undefined}
      decimal={decimal}
      className="text-right"
    />
  );
}

/** A draft may come from another version of the product, so each value is checked. */
function restored({ vendavel, deposito_id, motivo }: Readonly<Record<string, unknown>>): Partial<Typed> {
  const amounts = Object.entries(typeof vendavel === 'object' && vendavel ? vendavel : {});
  return {
    ...(amounts.every(([, amount]) => typeof amount === 'string') && {
      vendavel: Object.fromEntries(amounts),
    }),
    deposito_id: typeof deposito_id === 'string' ? deposito_id : null,
    motivo: typeof motivo === 'string' ? motivo : '',
  };
}
