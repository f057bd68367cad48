import { toUnits } from '@prumo/contract/exact-decimal.ts';
import { type EnvioDaNota, type LeituraDaNota, MAX_SUGESTOES } from '@prumo/contract/notas.ts';
import type { NotaLida } from './nota-lida.ts';

const DAY_MS = 86_400_000;
const PLACES = 2;

/** A parcel that the note names, or one that waits for a note. */
export interface Candidato extends EnvioDaNota {
  criado_em: string;
  /** The note names its number, or that of one of its pedidos. */
  is_nomeado: boolean;
  /** It waits for a note, and the marketplace has accepted none. */
  espera: boolean;
}

type Proposta = Pick<LeituraDaNota, 'envio' | 'sugestoes' | 'motivo'>;

/**
 * Says which parcel a note is for. Only a number that the note names decides, and only if it leaves one parcel. A value
 * proves nothing, because many pedidos have the same one, so a person chooses. The candidates come by deadline.
 */
export function proposeEnvio(
  { valor, emitida_em }: Pick<NotaLida, 'valor' | 'emitida_em'>,
  candidatos: readonly Candidato[],
): Proposta {
  const named = candidatos.filter(({ is_nomeado }) => is_nomeado);
  const waiting = named.filter(({ espera }) => espera);
  const [only, ...others] = waiting;
  if (only && others.length === 0) return { envio: envioOf(only), sugestoes: [], motivo: null };
  if (only) return suggest(waiting);
  if (named.length > 0) return { envio: null, sugestoes: [], motivo: 'envio' };
  const isLike = (candidato: Candidato) =>
    candidato.espera &&
    candidato.valor !== null &&
    toUnits(candidato.valor, PLACES) === toUnits(valor, PLACES) &&
    Date.parse(emitida_em) >= Date.parse(candidato.criado_em) - DAY_MS;
  return suggest(candidatos.filter(isLike));
}

const suggest = (candidatos: readonly Candidato[]): Proposta => ({
  envio: null,
  sugestoes: candidatos.slice(0, MAX_SUGESTOES).map(envioOf),
  motivo: null,
});

const envioOf = ({ id, conta_id, envio, numero, valor, despachar_ate }: Candidato): EnvioDaNota => ({
  ...{ id, conta_id, envio, numero, valor, despachar_ate },
});
