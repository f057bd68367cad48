import type { BlocoDeAnuncios } from '@prumo/contract/anuncios.ts';
import { MODOS_DE_PUBLICACAO } from '@prumo/contract/publicacao.ts';
import { ChoiceList } from '#ui/form/choice-list.tsx';
import { Field } from '#ui/form/field.tsx';
import { Input } from '#ui/form/input.tsx';
import { type Escolha, retidasOf } from './escolha.ts';
import { MODO_EM_PALAVRAS, somaOf, somaText } from './modo-words.ts';
import { publicacaoIn } from './typed-units.ts';

interface ModoFieldsProps {
  escolha: Escolha;
  /** Why the typed units cannot be saved. */
  sentence: string | undefined;
  bloco: BlocoDeAnuncios;
  isNarrowed: boolean;
  onChange: (part: Partial<Escolha>) => void;
}

const CHOICES = MODOS_DE_PUBLICACAO.map((value) => ({
  value,
  label: MODO_EM_PALAVRAS[value].nome,
  text: MODO_EM_PALAVRAS[value].texto,
}));

/** The three modes, the units that the chosen one holds back, and what no mode can promise. */
export function ModoFields({ escolha, sentence, bloco, isNarrowed, onChange }: ModoFieldsProps) {
  const { modo } = escolha;
  const { retidas } = MODO_EM_PALAVRAS[modo];
  return (
    <>
      <ChoiceList
        legend="Modo"
        choices={CHOICES}
        chosen={modo}
        onChoose={(next) => onChange({ modo: next })}
      />
      {retidas && (
        <Field
          key={modo}
          label={retidas}
          error={sentence}
          hint={modo === 'cotas' ? hintOf(escolha, bloco, isNarrowed) : 'Unidades que nenhum anúncio mostra.'}
        >
          {(wiring) => (
            <Input
              {...wiring}
              inputMode="numeric"
              autoComplete="off"
              className="max-w-32"
              value={retidasOf(escolha)}
              onChange={({ target }) =>
                onChange(modo === 'cotas' ? { colchao: target.value } : { folga: target.value })
              }
            />
          )}
        </Field>
      )}
      <div className="flex flex-col gap-1 border-t pt-4 text-meta text-muted">
        <p>
          No modo Compartilhado ninguém pode prometer zero venda a mais: o marketplace grava o número sem
          conferir o anterior.
        </p>
        <p>Por enquanto o Prumo só simula: nada muda no marketplace.</p>
      </div>
    </>
  );
}

/** What the anuncios show together now, against the limit that the typed colchão would set. */
function hintOf({ modo, colchao }: Escolha, bloco: BlocoDeAnuncios, isNarrowed: boolean): string {
  const read = publicacaoIn(modo, colchao);
  const soma = 'value' in read ? somaOf(bloco, isNarrowed, read.value.retidas) : undefined;
  return ['Unidades que nenhum anúncio mostra', soma && `soma publicada ${somaText(soma)}`]
    .filter(Boolean)
    .join(' · ');
}
