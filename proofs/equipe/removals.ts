import { randomUUID } from 'node:crypto';
import { aPerson, aSession, cookieOf } from '../../apps/server/src/testing/people.ts';
import { countOf, type Measure, timeBar } from '../kit/figures.ts';
import type { Site } from './site.ts';

/** How many answers each process gives the person before the removal, so that each has remembered the membership. */
const WARM = 3;
/** How many calls after the removal each process gets. */
const AFTER = 10;

/**
 * A person reads and writes through every process without a pause. A dono removes the person through one of the
 * processes. No call that begins after the answer of the removal may succeed in any process.
 */
export async function removals(site: Site, rounds: number): Promise<Measure[]> {
  const { admin } = site;
  const ana = await aPerson(admin, 'Ana Souza');
  const dono = cookieOf(await aSession(admin, ana));
  const late: string[] = [];
  let slowest = 0;
  for (let n = 0; n < rounds; n++) {
    const bruno = await aPerson(admin, 'Bruno Lima', ana.empresaId, 'estoque');
    const cookie = cookieOf(await aSession(admin, bruno));
    const headers = { 'x-empresa': ana.empresaId };
    let removedAt = Number.POSITIVE_INFINITY;
    const warmed = site.ports.map(() => Promise.withResolvers<void>());

    const work = site.ports.map(async (_, process) => {
      let [before, after] = [0, 0];
      for (let call = 0; after < AFTER; call++) {
        const began = performance.now();
        const body = call % 2 === 0 ? undefined : { nome: randomUUID(), descricao: null, logo_url: null };
        const { status } = await site.ask(process, { cookie, headers, path: '/api/marcas', body });
        const isOpen = status < 400;
        if (isOpen) slowest = Math.max(slowest, performance.now() - removedAt);
        if (isOpen && ++before === WARM) warmed[process]?.resolve();
        if (began > removedAt) {
          after++;
          if (isOpen)
            late.push(`round ${n}, process ${process}: ${body ? 'a write' : 'a read'} answers ${status}`);
        }
      }
    });
    await Promise.all(warmed.map(({ promise }) => promise));
    const path = `/api/equipe/${bruno.userId}`;
    const { status } = await site.ask(n, { cookie: dono, headers, path, method: 'DELETE' });
    removedAt = performance.now();
    if (status !== 204) throw new Error(`the removal answers ${status}`);
    await Promise.all(work);
  }
  const size = `${rounds} removals, ${site.ports.length} processes, ${AFTER} calls each after the removal`;
  return [
    countOf('calls that began after the removal and succeeded', late, size),
    {
      name: 'ms from the answer of a removal to the last success in any process',
      value: Math.max(0, slowest),
      bar: timeBar(1000),
      size,
    },
  ];
}
