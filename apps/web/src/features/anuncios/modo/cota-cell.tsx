import type { UnidadeDeAnuncio } from '@prumo/contract/anuncios.ts';
import { type Publicacao, publicacao } from '@prumo/contract/publicacao.ts';
import { formatInteger } from '#lib/numbers/format.ts';
import { useMay } from '#lib/session/may.tsx';
import { CotaInput } from './cota-input.tsx';
import { MODO_EM_PALAVRAS } from './modo-words.ts';

interface CotaCellProps {
  unit: UnidadeDeAnuncio;
  modo: Publicacao['modo'];
}

/** What part of the stock one unit shows. Nothing for a unit that sells nothing of the shop. */
export function CotaCell({ unit, modo }: CotaCellProps) {
  const may = useMay(publicacao.setCota);
  if (unit.full || unit.aqui === null || unit.estado === 'encerrado') return null;
  if (modo === 'cotas' && may) return <CotaInput unit={unit} />;
  return (
    <span className="text-meta text-muted">
      {modo === 'cotas' ? cotaText(unit) : MODO_EM_PALAVRAS[modo].mostra}
    </span>
  );
}

const cotaText = ({ cota }: UnidadeDeAnuncio) => (cota === null ? 'dividido' : formatInteger(cota));
