import { AppError, unavailable } from '#platform/errors.ts';
import type { Listener } from './hub.ts';

/** The most open streams of one process. Each costs about 40 kB of memory, most of it for its connection. */
const OF_PROCESS = 4000;
const OF_EMPRESA = 400;
/** The tabs of one browser in one empresa share a stream, so a person has few. */
const OF_PERSON = 30;

/** Refuses a stream beyond the limits of the process, of the empresa or of the person. */
export function demandPlace(
  listeners: ReadonlySet<Listener>,
  { empresaId, userId }: { empresaId: string; userId: string },
): void {
  let [ofEmpresa, ofPerson] = [0, 0];
  for (const listener of listeners) {
    if (listener.empresaId === empresaId) ofEmpresa++;
    if (listener.userId === userId) ofPerson++;
  }
  if (ofEmpresa >= OF_EMPRESA || ofPerson >= OF_PERSON)
    throw new AppError('limited', 'Há telas demais abertas ao mesmo tempo. Feche algumas.', {
      retryAfter: 60,
    });
  if (listeners.size >= OF_PROCESS) throw unavailable(new Error('too many streams in this process'));
}
