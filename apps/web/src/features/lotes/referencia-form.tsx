import { categorias } from '@prumo/contract/categorias.ts';
import { fornecedores } from '@prumo/contract/fornecedores.ts';
import type { Amostra } from '@prumo/contract/lotes.ts';
import { marcas } from '@prumo/contract/marcas.ts';
import { useWatch } from 'react-hook-form';
import { RecordNameOf } from '#records/picker/record-name-of.tsx';
import { RecordPicker } from '#records/picker/record-picker.tsx';
import { LoteForm } from './lote-form.tsx';
import { Sample } from './sample.tsx';
import { type LoteFormProps, useLoteForm } from './use-lote-form.ts';

const REGISTERS = {
  marca: { of: marcas, label: 'Nova marca', action: 'Alterar marca' },
  categoria: { of: categorias, label: 'Nova categoria', action: 'Alterar categoria' },
  fornecedor: { of: fornecedores, label: 'Novo fornecedor', action: 'Alterar fornecedor' },
} as const;

/** Points the chosen produtos to another marca, categoria or fornecedor. */
export function ReferenciaForm({ what, ...props }: LoteFormProps & { what: keyof typeof REGISTERS }) {
  const field = `${what}_id` as const;
  const { of, label, action } = REGISTERS[what];
  const made = useLoteForm(props, {
    defaultValues: { [field]: '' },
    mudancaOf: (typed) => ({ tipo: what, [field]: typed[field] ?? '' }),
  });
  const chosen: unknown = useWatch({ control: made.form.control, name: field });
  return (
    <LoteForm made={made} action={action} place={props.place}>
      <RecordPicker of={of} name={field} label={label} />
      <Sample
        selecao={props.selecao}
        before={(produto: Amostra) => produto[`${what}_nome`]}
        after={() =>
          typeof chosen === 'string' && chosen ? <RecordNameOf of={of} id={chosen} /> : undefined
        }
      />
    </LoteForm>
  );
}
