import { setTimeout as sleep } from 'node:timers/promises';
import { countOf, type Measure } from '../kit/figures.ts';
import { anEmpresa, asJob, type Site } from './site.ts';
import { openTab, type Tab } from './tab.ts';

/** An import stores this many records in one transaction. */
const TOGETHER = 500;
const PATIENCE_MS = 10_000;

/** Stores many records quickly, as an import does. Each tab gets a few events, and hears of the last record. */
export async function burst(site: Site, records: number): Promise<Measure[]> {
  const { dono, membros } = await anEmpresa(site);
  const tabs = membros.map((membro, n) => openTab(membro, site.ports, n));
  await Promise.all(tabs.map(({ opened }) => opened));
  const began = performance.now();
  for (let from = 0; from < records; from += TOGETHER)
    await asJob(site, dono, async (client) => {
      await client.query(
        `insert into marcas (empresa_id, user_id, nome)
         select $1, $2, 'Importada ' || n from generate_series($3::int, $4::int) n`,
        [dono.empresaId, dono.userId, from + 1, Math.min(from + TOGETHER, records)],
      );
    });
  const ended = performance.now();
  const deadline = ended + PATIENCE_MS;
  const isUpToDate = ({ heard }: Tab) => (heard.at(-1)?.at ?? 0) >= ended;
  while (!tabs.every(isUpToDate) && performance.now() < deadline) await sleep(50);
  const most = Math.max(...tabs.map(({ heard }) => mostInASecond(heard.map(({ at }) => at))));
  const behind = tabs.filter((tab) => !isUpToDate(tab)).map(({ membro }) => membro.papel);
  for (const tab of tabs) tab.close();
  return [
    {
      name: 'events in a second at one tab during an import, at most',
      value: most,
      bar: { max: 5 },
      size: `${records} records in ${Math.round((ended - began) / 100) / 10} s, ${tabs[0]?.heard.length} events`,
    },
    countOf('tabs that did not hear of the last record of an import', behind),
  ];
}

function mostInASecond(times: readonly number[]): number {
  return Math.max(...times.map((at) => times.filter((other) => other >= at && other < at + 1000).length));
}
