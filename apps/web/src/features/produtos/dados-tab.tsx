import { categorias } from '@prumo/contract/categorias.ts';
import { fornecedores } from '@prumo/contract/fornecedores.ts';
import { marcas } from '@prumo/contract/marcas.ts';
import type { SaldoInput } from '@prumo/contract/produtos.ts';
import { useWatch } from 'react-hook-form';
import { productOf, sumOf } from '#lib/decimal.ts';
import { formatMoney, formatQuantity } from '#lib/format.ts';
import { DecimalField } from '#records/decimal-field.tsx';
import { TextField } from '#records/form-fields.tsx';
import { RecordPickerField } from '#records/record-picker-field.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { CodigosField } from './codigos-field.tsx';
import { useCreateOnTheSpot } from './create-on-the-spot.ts';
import { kept } from './produto-input.ts';

/** `onNewFornecedor`: a name alone makes no fornecedor, so its own form asks for the rest. */
export function DadosTab({ onNewFornecedor }: { onNewFornecedor: (nome: string) => void }) {
  const create = useCreateOnTheSpot();
  return (
    <>
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
      <TextField name="sku" label="SKU" hint="Único no catálogo." />
      <CodigosField name="cod_referencia" label="Códigos de Referência" />
      <div className="grid grid-cols-2 gap-4">
        <DecimalField name="custo_unitario" label="Custo Unitário" placeholder="0,00" signed />
        <DecimalField name="preco_venda" label="Preço de Venda" placeholder="0,00" signed />
      </div>
      <Totals />
    </>
  );
}

function Totals() {
  const [saldos, custo]: [SaldoInput[], string] = useWatch({ name: ['depositos', 'custo_unitario'] });
  const estoque = sumOf(kept(saldos).map(({ quantidade }) => quantidade));
  return (
    <div className="grid grid-cols-2 gap-4">
      <ReadOnly label="Estoque Total" value={formatQuantity(estoque)} />
      <ReadOnly label="Custo Total" value={formatMoney(productOf(custo, estoque))} />
    </div>
  );
}

function ReadOnly({ label, value }: { label: string; value: string }) {
  return (
    <Field label={label}>
      {(wiring) => <Input {...wiring} readOnly value={value} className="border-border bg-bg text-muted" />}
    </Field>
  );
}
