import { categorias } from '@prumo/contract/categorias.ts';
import { writeDecimal } from '@prumo/contract/exact-decimal.ts';
import { fornecedores } from '@prumo/contract/fornecedores.ts';
import { marcas } from '@prumo/contract/marcas.ts';
import { produtos, type SaldoInput } from '@prumo/contract/produtos.ts';
import { useWatch } from 'react-hook-form';
import { cn } from '#lib/class-names.ts';
import { isSameAmount, margemOf, productOf, sumOf } from '#lib/numbers/decimal.ts';
import { formatMoney, formatQuantity } from '#lib/numbers/format.ts';
import { useMay } from '#lib/session/may.tsx';
import { DecimalField } from '#records/fields/decimal-field.tsx';
import { TextField } from '#records/fields/form-fields.tsx';
import { RecordPickerField } from '#records/picker/record-picker-field.tsx';
import { RequiredNote } from '#records/required-note.tsx';
import { Field } from '#ui/form/field.tsx';
import { Input } from '#ui/form/input.tsx';
import { CodigosField } from './codigos-field.tsx';
import { useCreateOnTheSpot } from './create-on-the-spot.ts';
import { kept } from './produto-input.ts';

/** `onNewFornecedor` opens the fornecedor's own form, because a fornecedor needs more than a name. */
export function DadosTab({ onNewFornecedor }: { onNewFornecedor: (nome: string) => void }) {
  const create = useCreateOnTheSpot();
  return (
    <>
      {useMay(produtos.update) && <RequiredNote />}
      <TextField name="nome" label="Nome do Produto" />
      <div className="grid gap-4 md:grid-cols-3">
        <RecordPickerField of={categorias} name="categoria_id" label="Categoria" create={create.categoria} />
        <RecordPickerField of={marcas} name="marca_id" label="Marca" create={create.marca} />
        <RecordPickerField
          of={fornecedores}
          name="fornecedor_id"
          label="Fornecedor"
          create={async (nome) => {
            onNewFornecedor(nome);
            return undefined;
          }}
        />
      </div>
      <TextField name="sku" label="SKU" hint="Único no catálogo." data-wants-codes />
      <CodigosField name="cod_referencia" label="Códigos de Referência" />
      <Figures />
    </>
  );
}

/** Shown while a number that a total needs cannot be read. */
const UNKNOWN = '-';

function Figures() {
  const [saldos, custo, preco]: [SaldoInput[], string | undefined, string] = useWatch({
    name: ['depositos', 'custo_unitario', 'preco_venda'],
  });
  // Without the right to costs the form has none.
  const hasCusto = custo !== undefined;
  const estoque = sumOf(kept(saldos).map(({ quantidade }) => quantidade));
  const total = estoque && productOf(custo || '0', estoque);
  return (
    <div className={cn('grid grid-cols-2 items-start gap-4', hasCusto && 'md:grid-cols-4')}>
      <ReadOnly label="Estoque Total" value={estoque ? formatQuantity(estoque) : UNKNOWN} />
      {hasCusto && <DecimalField name="custo_unitario" label="Custo Unitário" placeholder="0,00" unit="R$" />}
      <DecimalField
        name="preco_venda"
        label="Preço de Venda"
        placeholder="0,00"
        unit="R$"
        {...margemShown(custo ?? '', preco)}
      />
      {hasCusto && <ReadOnly label="Custo Total" value={total ? formatMoney(total) : UNKNOWN} />}
    </div>
  );
}

/**
 * The margin, below the price. A produto without a cost has none: its cost is unknown rather than 0. A price below the
 * cost is possible, but rarely meant, so it is a warning.
 */
function margemShown(custo: string, preco: string) {
  const margem = isSameAmount(custo, '0') ? undefined : margemOf(custo, preco);
  if (!margem) return { hint: undefined, warning: undefined };
  const text = `${formatMoney(margem.lucro)} (${writeDecimal(margem.percentual)}%)`;
  return margem.lucro.startsWith('-')
    ? { hint: undefined, warning: `Abaixo do custo: ${text}` }
    : { hint: `Margem: ${text}`, warning: undefined };
}

/** A figure that the form computes. It is not in the tab order, because it takes no input. */
function ReadOnly({ label, value }: { label: string; value: string }) {
  return (
    <Field label={label}>
      {(wiring) => (
        <Input {...wiring} readOnly tabIndex={-1} value={value} className="border-border bg-bg text-muted" />
      )}
    </Field>
  );
}
