import { clientes } from '@prumo/contract/clientes.ts';
import { depositos } from '@prumo/contract/depositos.ts';
import { PAGAMENTO_EM_PALAVRAS, PAGAMENTOS } from '@prumo/contract/vendas-balcao.ts';
import type { Totals } from '@prumo/contract/vendas-balcao-total.ts';
import { vendedores } from '@prumo/contract/vendedores.ts';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useEffectEvent } from 'react';
import { queryOf } from '#lib/api.ts';
import { cn } from '#lib/class-names.ts';
import { formatMoney } from '#lib/numbers/format.ts';
import type { Pickable } from '#records/picker/pickable.ts';
import { RecordCombobox } from '#records/picker/record-combobox.tsx';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/form/field.tsx';
import { Notice } from '#ui/notice.tsx';
import { Desconto, Troco } from './desconto-troco.tsx';
import type { Venda } from './use-venda.ts';

interface FechamentoProps {
  venda: Venda;
  totals: Totals | undefined;
  /** The first kind of payment, to which Enter in the empty search moves the focus. */
  pagamento: RefObject<HTMLInputElement | null>;
}

/** Who buys, who sells, how it is paid, and the total. */
export function Fechamento({ venda, totals, pagamento }: FechamentoProps) {
  const { rascunho, erros, refusal, busy, store } = venda;
  useOnlyDeposito(venda);
  // Not while the first answer is awaited.
  const isUnanswered = rascunho.id !== null && !busy && venda.pergunta === undefined;
  return (
    <div className="flex min-h-0 shrink-0 flex-col overflow-hidden rounded-card border md:max-h-full md:w-80 md:self-start">
      <div className="flex min-h-0 flex-col gap-3 overflow-y-auto p-4">
        <Pick
          {...{ label: 'Depósito', of: depositos, narrow: { ativo: 'true' }, error: erros['deposito_id'] }}
          id={rascunho.deposito_id}
          onChoose={(deposito_id) => store.change({ deposito_id })}
        />
        <Pick
          {...{ label: 'Vendedor', of: vendedores, none: 'Sem vendedor', error: erros['vendedor_id'] }}
          id={rascunho.vendedor_id}
          onChoose={(vendedor_id) => store.change({ vendedor_id })}
        />
        <Pick
          {...{ label: 'Cliente', of: clientes, none: 'Sem cliente', error: erros['cliente_id'] }}
          id={rascunho.cliente_id}
          onChoose={(cliente_id) => store.change({ cliente_id })}
        />
        <Desconto venda={venda} />
        <fieldset className="flex flex-col gap-1.5">
          <legend className="mb-1.5 font-medium text-control">Pagamento</legend>
          <div className="grid grid-cols-3 gap-1.5">
            {PAGAMENTOS.map((each) => (
              <label
                key={each}
                className="relative flex h-9 cursor-pointer items-center justify-center rounded-control border text-control has-checked:border-ring has-checked:bg-accent has-checked:font-medium has-checked:text-accent-fg has-focus-visible:outline-2 has-focus-visible:outline-ring pointer-coarse:h-11"
              >
                <input
                  ref={rascunho.pagamento === each ? pagamento : undefined}
                  type="radio"
                  name="pagamento"
                  value={each}
                  checked={rascunho.pagamento === each}
                  className="sr-only"
                  onChange={() => store.change({ pagamento: each })}
                />
                {PAGAMENTO_EM_PALAVRAS[each]}
              </label>
            ))}
          </div>
        </fieldset>
        {rascunho.pagamento === 'dinheiro' && <Troco venda={venda} total={totals?.total} />}
      </div>
      <div className="flex shrink-0 flex-col gap-3 border-t bg-bg p-4">
        <dl aria-label="Totais" className="flex flex-col gap-1 text-control">
          {totals && totals.desconto !== '0.00' && (
            <>
              <Line label="Peças" value={totals.bruto} />
              <Line label="Desconto" value={`-${totals.desconto}`} />
            </>
          )}
          <Line label="Total" value={totals?.total} large />
        </dl>
        {refusal && <Notice>{refusal}</Notice>}
        {isUnanswered && (
          <Notice>
            Falta a confirmação da última tentativa. Conclua de novo para saber o que houve: nada é vendido
            duas vezes.
          </Notice>
        )}
        {erros['itens'] && (
          <p role="alert" className="text-bad-fg text-control">
            {erros['itens']}
          </p>
        )}
        <div className="flex flex-col gap-1.5">
          <Button type="submit" look="primary" size="large" busy={busy} aria-keyshortcuts="Control+Enter">
            Concluir venda
          </Button>
          <p className="text-center text-meta text-muted">Ctrl+Enter conclui de qualquer campo.</p>
        </div>
      </div>
    </div>
  );
}

/** Chooses the only active deposito of an empresa that has one. */
function useOnlyDeposito({ rascunho, store }: Venda) {
  const { data } = useQuery({
    ...queryOf(depositos.list, { query: { ativo: 'true', limite: 2 } }),
    enabled: rascunho.deposito_id === null,
  });
  const only = data?.itens.length === 1 ? data.itens[0]?.id : undefined;
  const choose = useEffectEvent(() => {
    if (only && rascunho.deposito_id === null) store.change({ deposito_id: only });
  });
  useEffect(() => {
    if (only) choose();
  }, [only]);
}

interface PickProps {
  label: string;
  of: Pickable;
  narrow?: object;
  none?: string;
  error: string | undefined;
  id: string | null;
  onChoose: (id: string | null) => void;
}

const Pick = ({ label, error, ...offer }: PickProps) => (
  <Field label={label} error={error}>
    {(wiring) => <RecordCombobox {...offer} label={label} input={wiring} />}
  </Field>
);

const Line = ({
  label,
  value,
  large = false,
}: {
  label: string;
  value: string | undefined;
  large?: boolean;
}) => (
  <div className="flex items-baseline justify-between gap-3">
    <dt className={large ? 'font-semibold' : 'text-muted'}>{label}</dt>
    <dd className={cn('tabular-nums', large && 'font-semibold text-page tracking-[-0.02em]')}>
      {value === undefined ? '-' : formatMoney(value)}
    </dd>
  </div>
);
