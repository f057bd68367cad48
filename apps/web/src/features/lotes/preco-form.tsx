import type { Amostra } from '@prumo/contract/lotes.ts';
import {
  type Arredondamento,
  type Reajuste,
  Reajuste as ReajusteSchema,
  reajustar,
} from '@prumo/contract/reajuste.ts';
import { type FieldValues, useWatch } from 'react-hook-form';
import { formatMoney } from '#lib/numbers/format.ts';
import { useRight } from '#lib/session/use-right.ts';
import { DecimalField } from '#records/fields/decimal-field.tsx';
import { ChoiceField } from './choice-field.tsx';
import { LoteForm } from './lote-form.tsx';
import { Sample } from './sample.tsx';
import { type LoteFormProps, useLoteForm } from './use-lote-form.ts';

/** The ways to change an amount, with the sign that each gives to the typed number. */
const MODOS = {
  subir_percentual: { word: 'Subir %', modo: 'percentual', sign: '' },
  baixar_percentual: { word: 'Baixar %', modo: 'percentual', sign: '-' },
  subir_reais: { word: 'Subir R$', modo: 'reais', sign: '' },
  baixar_reais: { word: 'Baixar R$', modo: 'reais', sign: '-' },
  valor: { word: 'Novo valor', modo: 'valor', sign: '' },
} as const;
type Como = keyof typeof MODOS;

const ARREDONDAR: readonly { value: Arredondamento; word: string }[] = [
  { value: 'nao', word: 'Não' },
  { value: '90', word: 'Final ,90' },
  { value: '99', word: 'Final ,99' },
  { value: 'inteiro', word: 'Inteiro' },
  { value: '5', word: 'De 0,05' },
];

const CAMPOS = [
  { value: 'preco', word: 'Preço de venda' },
  { value: 'custo', word: 'Custo' },
];

function mudancaOf({ campo, como, valor, arredondar }: FieldValues) {
  const { modo, sign } = MODOS[como as Como];
  return { tipo: campo, reajuste: { modo, valor: valor === '' ? '' : `${sign}${valor}`, arredondar } };
}

const REASONS = { negativo: 'ficaria negativo', zero: 'ficaria em R$\u00a00,00', grande: 'alto demais' };

export function PrecoForm(props: LoteFormProps) {
  const made = useLoteForm(props, {
    defaultValues: { campo: 'preco', como: 'subir_percentual', valor: '', arredondar: 'nao' },
    mudancaOf,
  });
  const typed = useWatch({ control: made.form.control });
  const seesCosts = useRight('ver_custo');
  const isCusto = typed['campo'] === 'custo';
  const { modo } = MODOS[typed['como'] as Como];
  const reajuste = ReajusteSchema.safeParse(mudancaOf(typed).reajuste).data;
  const antes = (produto: Amostra) => (isCusto ? (produto.custo_unitario ?? '0.00') : produto.preco_venda);
  return (
    <LoteForm made={made} action={isCusto ? 'Alterar custo' : 'Alterar preço'} place={props.place}>
      {seesCosts && <ChoiceField name="campo" legend="O que muda" choices={CAMPOS} columns={2} />}
      <ChoiceField
        name="como"
        legend="Como"
        choices={Object.entries(MODOS).map(([value, { word }]) => ({ value, word }))}
        columns={5}
      />
      <DecimalField
        name="valor"
        label={modo === 'percentual' ? 'Porcentagem' : modo === 'valor' ? 'Novo valor' : 'Valor'}
        unit={modo === 'percentual' ? '%' : 'R$'}
      />
      <ChoiceField name="arredondar" legend="Arredondar" choices={ARREDONDAR} columns={5} />
      <Sample
        selecao={props.selecao}
        before={(produto) => formatMoney(antes(produto))}
        after={(produto) => (reajuste === undefined ? undefined : afterText(antes(produto), reajuste))}
      />
    </LoteForm>
  );
}

function afterText(antes: string, reajuste: Reajuste) {
  const result = reajustar(antes, reajuste);
  if (result.ok) return formatMoney(result.valor);
  return <span className="text-bad-fg">não muda: {REASONS[result.recusa]}</span>;
}
