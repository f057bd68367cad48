import { consultas, type EnderecoDoCep } from '@prumo/contract/consultas.ts';
import { cepWarning, isCep } from '@prumo/contract/endereco.ts';
import { useRef } from 'react';
import { useFormContext } from 'react-hook-form';
import { call } from '#lib/api.ts';
import { cepMask } from '#lib/numbers/masks.ts';
import { MaskedField } from '#records/fields/masked-field.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { useFill } from './use-fill.ts';
import { type LookupWords, useLookup } from './use-lookup.ts';

const ask = (cep: string, signal: AbortSignal) => call(consultas.cep, { params: { cep }, signal });

/** The field `cep`. Once complete, it fills the address fields of the form. */
export function CepField({ words }: { words: LookupWords }) {
  const { setFocus } = useFormContext();
  const { fill, filled } = useFill();
  const box = useRef<HTMLDivElement>(null);
  const { busy, filledIn, look } = useLookup({ ask, words, onFound: take });

  function take({ cep, logradouro, bairro, localidade, uf }: EnderecoDoCep): boolean {
    const street = { endereco: logradouro, bairro, cidade: localidade, estado: uf };
    // A number filled in by a CNPJ lookup belongs to the address of that lookup.
    const moved = filled('cep') !== cep && { numero: null, complemento: null };
    const changed = fill({ ...street, ...moved }, Object.keys(street));
    // Moves the focus to the first field only the person knows, unless they already left the CEP or moved the
    // caret back into it.
    if (changed && box.current && isAtTheEndOf(box.current)) setFocus(logradouro ? 'numero' : 'endereco');
    return changed;
  }

  return (
    <div ref={box}>
      <MaskedField
        name="cep"
        label="CEP"
        mask={cepMask}
        warn={cepWarning}
        trailing={busy && <Spinner />}
        onEntry={(cep) => look(isCep(cep) ? cep : undefined)}
      />
      <p role="status" className="sr-only">
        {busy && 'Buscando CEP...'}
        {!busy && filledIn && !words.found && 'Endereço preenchido automaticamente'}
      </p>
    </div>
  );
}

function isAtTheEndOf(box: HTMLElement): boolean {
  const input = document.activeElement;
  return (
    input instanceof HTMLInputElement && box.contains(input) && input.selectionStart === input.value.length
  );
}
