import type { BlocoDeAnuncios, UnidadeDeAnuncio } from '@prumo/contract/anuncios.ts';
import { cn } from '#lib/class-names.ts';
import { formatInteger } from '#lib/numbers/format.ts';
import { aquiOf } from './anuncio-words.ts';

/** U+2212, as all negative numbers of the screens. */
const shown = (units: string) => formatInteger(Number(units)).replace('-', '−');

/** The number here. Bold if a unit of its bloco differs, and red only if one offers more than there is. */
export function Aqui({ value, units }: { value: string; units: readonly UnidadeDeAnuncio[] }) {
  const differs = units.some(({ situacao }) => situacao === 'diferenca');
  const tooMuch = units.some(({ motivo }) => motivo === 'oferece_a_mais');
  return (
    <span className={cn('tabular-nums', differs && 'font-semibold', tooMuch && 'text-bad-fg')}>
      {shown(value)}
    </span>
  );
}

/** What buyers can buy. */
export function Publicado({ unit }: { unit: UnidadeDeAnuncio }) {
  const { publicado, situacao, motivo } = unit;
  return (
    <span
      className={cn(
        'tabular-nums',
        situacao === 'diferenca' ? 'font-semibold' : 'text-muted',
        motivo === 'oferece_a_mais' && 'text-bad-fg',
        (motivo === 'pausado_por_voce' || motivo === 'pausado_pelo_marketplace') && 'text-warn-fg',
      )}
    >
      {shown(publicado)}
    </span>
  );
}

/** The number here of one unit, if its bloco has no common one. */
export function AquiDaUnidade({ unit, bloco }: { unit: UnidadeDeAnuncio; bloco: BlocoDeAnuncios }) {
  if (unit.aqui === null || aquiOf(bloco) !== undefined) return null;
  return <Aqui value={unit.aqui} units={[unit]} />;
}
