import type { MotivoDaNota, Nota } from '@prumo/contract/notas.ts';
import { momentOf } from '#features/pedidos/prazo-words.ts';

/** The faults of the file itself. The server sends no file that has one, so nobody can insist. */
const UNREADABLE: readonly MotivoDaNota[] = ['grande', 'xml', 'lote', 'nota'];

/** Whether a person may send the note although the check found these faults. */
export const canInsist = (previstos: readonly MotivoDaNota[]) =>
  previstos.length > 0 && !previstos.some((motivo) => UNREADABLE.includes(motivo));

/** What became of the last note of a parcel. */
export function notaText({ numero, situacao, enviada_em }: Nota, now: number): string {
  const moment = momentOf(enviada_em, now);
  const when = moment.includes(',') ? `em ${moment}` : `às ${moment}`;
  return situacao === 'aceita' ? `Nota ${numero} aceita ${when}` : `Nota ${numero} recusada ${when}`;
}
