import { depositos } from '@prumo/contract/depositos.ts';
import { MINIMO_PADRAO } from '@prumo/contract/inventario.ts';
import { DecimalField } from '#records/fields/decimal-field.tsx';
import { RecordPicker } from '#records/picker/record-picker.tsx';
import { LoteForm } from './lote-form.tsx';
import { type LoteFormProps, useLoteForm } from './use-lote-form.ts';

/** Sets the minimum stock of the chosen produtos in one deposito. */
export function MinimoForm(props: LoteFormProps) {
  const made = useLoteForm(props, {
    defaultValues: { deposito_id: '', minimo: '' },
    mudancaOf: ({ deposito_id, minimo }) => ({
      tipo: 'minimo',
      deposito_id: deposito_id ?? '',
      minimo: minimo || null,
    }),
  });
  return (
    <LoteForm made={made} action="Alterar mínimo" place={props.place}>
      <RecordPicker of={depositos} name="deposito_id" label="Depósito" />
      <DecimalField
        name="minimo"
        label="Estoque mínimo"
        hint={`Vazio volta ao mínimo de ${MINIMO_PADRAO}. Produtos que não estão neste depósito ficam como estão.`}
      />
    </LoteForm>
  );
}
