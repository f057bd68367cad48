import type { BlocoDeAnuncios, UnidadeDeAnuncio } from '@prumo/contract/anuncios.ts';
import { cn } from '#lib/class-names.ts';
import { formatInteger } from '#lib/numbers/format.ts';
import { aquiOf } from './aqui.ts';
import { somaOf, somaText } from './modo/modo-words.ts';

/** U+2212, as all negative numbers of the screens. */
const shown = (units: string) => formatInteger(Number(units)).replace('-', '−');

/** The number here. Bold if a unit of its bloco differs, and red only if one offers more than there is. */
export function Aqui({ value, units }: { value: string; units: readonly UnidadeDeAnuncio[] }) {
  const differs = units.some(({ situacao }) => situacao === 'diferenca');
  const here = Math.max(0, Number(value));
  const tooMuch = units.some(({ full, publicado }) => !full && Number(publicado) > here);
  return (
    <span className={cn('tabular-nums', differs && 'font-semibold', tooMuch && 'text-bad-fg')}>
      {shown(value)}
    </span>
  );
}

/** What a unit has to show. */
export function Esperado({ unit: { esperado, situacao } }: { unit: UnidadeDeAnuncio }) {
  return (
    <span className={cn('tabular-nums', situacao !== 'diferenca' && 'text-muted')}>
      {esperado === null ? '–' : shown(esperado)}
    </span>
  );
}

interface SomaProps {
  bloco: BlocoDeAnuncios;
  /** Whether a conta narrows the list, so that other anuncios of the produto may be hidden. */
  isNarrowed: boolean;
}

/** What the anuncios of a produto in the mode `cotas` show together. Red when it is more than they may. */
export function Soma({ bloco, isNarrowed }: SomaProps) {
  const now = bloco.produto?.publicacao;
  const soma = now?.modo === 'cotas' ? somaOf(bloco, isNarrowed, now.retidas) : undefined;
  if (!soma) return null;
  return (
    <span
      className={cn(
        'whitespace-nowrap text-meta',
        soma.soma > soma.limite ? 'font-medium text-bad-fg' : 'text-muted',
      )}
    >
      soma {somaText(soma)}
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
