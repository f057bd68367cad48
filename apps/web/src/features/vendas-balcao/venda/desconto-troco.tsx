import { trocoOf } from '@prumo/contract/vendas-balcao-total.ts';
import { cn } from '#lib/class-names.ts';
import { isAmount } from '#lib/numbers/decimal.ts';
import { formatMoney } from '#lib/numbers/format.ts';
import { DecimalInput } from '#records/fields/decimal-input.tsx';
import { useDecimal } from '#records/fields/use-decimal.ts';
import { Field } from '#ui/form/field.tsx';
import type { Venda } from './use-venda.ts';

/** A discount for the whole sale, in reais or in percent. */
export function Desconto({ venda: { rascunho, erros, store } }: { venda: Venda }) {
  const isPercent = rascunho.desconto_tipo === 'percentual';
  const decimal = useDecimal({
    value: rascunho.desconto,
    onDecimal: (desconto) => store.change({ desconto }),
    kind: { places: 2, unit: isPercent ? '%' : 'R$' },
    error: erros['desconto'],
  });
  return (
    <Field label="Desconto" error={decimal.error} note={decimal.note}>
      {(wiring) => (
        <div className="flex gap-1.5">
          <div className="min-w-0 flex-1">
            <DecimalInput {...wiring} ref={() => {}} decimal={decimal} className="text-right" />
          </div>
          <div role="radiogroup" aria-label="Desconto em" className="flex shrink-0 gap-1">
            {(['valor', 'percentual'] as const).map((tipo) => (
              <label
                key={tipo}
                className={cn(
                  'relative flex size-9 cursor-pointer items-center justify-center rounded-control border font-medium text-control text-muted has-checked:border-ring has-checked:bg-accent has-checked:text-accent-fg has-focus-visible:outline-2 has-focus-visible:outline-ring pointer-coarse:size-11',
                )}
              >
                <input
                  type="radio"
                  name="desconto_tipo"
                  className="sr-only"
                  aria-label={tipo === 'valor' ? 'Em reais' : 'Em porcentagem'}
                  checked={rascunho.desconto_tipo === tipo}
                  onChange={() => store.change({ desconto_tipo: tipo })}
                />
                <span aria-hidden>{tipo === 'valor' ? 'R$' : '%'}</span>
              </label>
            ))}
          </div>
        </div>
      )}
    </Field>
  );
}

/** What the person took, and the change to give back. */
export function Troco({
  venda: { rascunho, erros, store },
  total,
}: {
  venda: Venda;
  total: string | undefined;
}) {
  const { recebido } = rascunho;
  const decimal = useDecimal({
    value: recebido,
    onDecimal: (next) => store.change({ recebido: next }),
    kind: { places: 2, unit: 'R$' },
    error: erros['recebido'],
  });
  const troco = total !== undefined && isAmount(recebido) ? trocoOf(total, recebido) : undefined;
  return (
    <Field
      label="Recebido"
      error={decimal.error}
      note={decimal.note}
      hint={troco === undefined ? 'Em branco: o valor exato.' : undefined}
      aside={
        troco !== undefined && (
          <output className={cn('font-semibold text-control', troco.startsWith('-') && 'text-bad-fg')}>
            {troco.startsWith('-') ? `Faltam ${formatMoney(troco.slice(1))}` : `Troco ${formatMoney(troco)}`}
          </output>
        )
      }
    >
      {(wiring) => <DecimalInput {...wiring} ref={() => {}} decimal={decimal} className="text-right" />}
    </Field>
  );
}
