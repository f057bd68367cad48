import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { countOf, type Measure, timeBar } from '../kit/figures.ts';
import { aMembro, type Membro, type Site, saveMarca } from './site.ts';
import { openTab } from './tab.ts';

/** A stream that is open this long after its person lost access survives. */
const SURVIVES_MS = 10_000;

const WAYS = ['removed', 'signed out', 'expired'] as const;

/**
 * Ends the access of a person whose tab is open, and changes a record right after. The tab must end, and must not hear
 * of the change.
 */
export async function removals(site: Site, rounds: number): Promise<Measure[]> {
  const dono = await aMembro(site, 'dono');
  const survived: string[] = [];
  const told: string[] = [];
  let slowest = 0;
  for (let n = 0; n < rounds; n++) {
    const way = WAYS[n % WAYS.length] ?? 'removed';
    const bruno = await aMembro(site, 'estoque', dono.empresaId);
    const tab = openTab(bruno, site.ports, n);
    await tab.opened;
    await endAccess(site, { dono, bruno, way, n });
    const endedAt = performance.now();
    const nome = randomUUID();
    if (!(await saveMarca(site, dono, nome, n))) throw new Error('the change after the removal was refused');
    const isOver = await Promise.race([
      tab.dismissed.then(() => true),
      sleep(SURVIVES_MS, false, { ref: false }),
    ]);
    if (isOver) slowest = Math.max(slowest, performance.now() - endedAt);
    else survived.push(`round ${n}, ${way}`);
    const { rows } = await site.admin.query<{ id: string }>('select id from marcas where nome = $1', [nome]);
    const id = rows[0]?.id ?? '';
    if (tab.heard.some(({ novidades }) => novidades.some(({ ids }) => ids?.includes(id))))
      told.push(`round ${n}, ${way}`);
    tab.close();
  }
  const size = `${rounds} rounds: ${WAYS.join(', ')}, in turn`;
  return [
    countOf('streams that survive the end of the access', survived, size),
    countOf('changes told after the end of the access', told, size),
    { name: 'end of the access to end of the stream, ms at most', value: slowest, bar: timeBar(1000), size },
  ];
}

interface End {
  dono: Membro;
  bruno: Membro;
  way: (typeof WAYS)[number];
  n: number;
}

async function endAccess(site: Site, { dono, bruno, way, n }: End): Promise<void> {
  if (way === 'expired') {
    await site.admin.query('update auth.sessions set expires_at = now() where user_id = $1', [bruno.userId]);
    return;
  }
  const request =
    way === 'removed'
      ? { membro: dono, path: `/api/equipe/${bruno.userId}` }
      : { membro: bruno, path: '/api/sessoes/atual' };
  const { status } = await site.ask({ ...request, process: n + 1, method: 'DELETE' });
  if (status !== 204) throw new Error(`${way}: answers ${status}`);
}
