import { depositos } from '@prumo/contract/depositos.ts';
import type { Produto, SaldoInput } from '@prumo/contract/produtos.ts';
import { Warehouse } from 'lucide-react';
import { useRef, useState } from 'react';
import { get, useController, useFormContext, useFormState } from 'react-hook-form';
import { sumOf } from '#lib/numbers/decimal.ts';
import { formatQuantity } from '#lib/numbers/format.ts';
import { RecordCombobox } from '#records/picker/record-combobox.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Field } from '#ui/form/field.tsx';
import { kept } from './produto-input.ts';
import { SaldoRow } from './saldo-row.tsx';

/** The quantity in each deposito. `read` contains the saldos loaded with the produto. */
export function DepositosTab({ read }: { read: Produto['depositos'] }) {
  const { setFocus } = useFormContext();
  const { field, fieldState } = useController({ name: 'depositos' });
  const { errors } = useFormState({ name: 'depositos' });
  const saldos: SaldoInput[] = field.value;
  const shown = kept(saldos);
  const [added, setAdded] = useState<string>();
  const list = useRef<HTMLUListElement>(null);
  const error = fieldState.error?.message;
  const total = sumOf(shown.map(({ quantidade }) => quantidade));

  /** Error paths index the whole list, including removed depositos. */
  const refusalOf = (id: string): string | undefined =>
    get(errors, `depositos.${saldos.findIndex(({ deposito_id }) => deposito_id === id)}.quantidade.message`);

  /**
   * After a refused save the form focuses its first invalid field. This redirects the focus to the refused quantity.
   */
  const wire = (input: HTMLElement | null) =>
    field.ref(
      input && {
        focus: () => (list.current?.querySelector<HTMLElement>('[aria-invalid=true]') ?? input).focus(),
      },
    );

  function add(id: string | null) {
    if (!id) return;
    // A deposito removed and added again before saving gets its loaded quantity back.
    const lida = saldos.find((saldo) => saldo.deposito_id === id)?.quantidade_lida ?? null;
    const others = saldos.filter((saldo) => saldo.deposito_id !== id);
    setAdded(id);
    field.onChange([...others, { deposito_id: id, quantidade: lida ?? '0', quantidade_lida: lida }]);
  }

  const change = (id: string, quantidade: string) =>
    field.onChange(saldos.map((saldo) => (saldo.deposito_id === id ? { ...saldo, quantidade } : saldo)));

  function remove(id: string) {
    field.onChange(
      saldos.flatMap((saldo) => {
        if (saldo.deposito_id !== id) return saldo;
        return saldo.quantidade_lida === null ? [] : { ...saldo, quantidade: null };
      }),
    );
    // The pressed button has disappeared.
    setFocus('depositos');
  }

  return (
    <>
      <Field label="Adicionar depósito" error={error} hint="Só depósitos ativos são oferecidos.">
        {(wiring) => (
          <RecordCombobox
            of={depositos}
            narrow={{ ativo: 'true' }}
            except={shown.map(({ deposito_id }) => deposito_id)}
            taken="Depósito já adicionado"
            label="Adicionar depósito"
            input={{ ...wiring, ref: wire, placeholder: 'Escolha um depósito' }}
            id={null}
            onChoose={add}
          />
        )}
      </Field>
      {shown.length === 0 ? (
        <EmptyState icon={Warehouse}>
          Nenhum depósito adicionado. Sem depósito, o produto fica sem estoque.
        </EmptyState>
      ) : (
        <>
          <ul
            ref={list}
            aria-label="Depósitos do produto"
            className="flex flex-col divide-y rounded-card border"
          >
            {shown.map(({ deposito_id, quantidade }) => (
              <SaldoRow
                key={deposito_id}
                deposito={read.find((saldo) => saldo.deposito_id === deposito_id) ?? { deposito_id }}
                quantidade={quantidade}
                error={refusalOf(deposito_id)}
                justAdded={added === deposito_id}
                onChange={(next) => change(deposito_id, next)}
                onRemove={() => remove(deposito_id)}
              />
            ))}
          </ul>
          <p className="self-end text-control text-muted">
            Estoque total: <span className="font-medium text-fg">{total ? formatQuantity(total) : '-'}</span>
          </p>
        </>
      )}
    </>
  );
}
