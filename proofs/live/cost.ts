import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { isShort } from '../kit/arguments.ts';
import type { Measure } from '../kit/figures.ts';
import { atRate, openTabs } from './load.ts';
import { anEmpresa, type Empresa, type Site, saveMarca } from './site.ts';

export interface CostSize {
  empresas: number;
  tabs: number;
  perSecond: number;
  /** The length of each of the four parts. */
  seconds: number;
}

/** Clock ticks per second of /proc. */
const TICKS = 100;

/**
 * The processor time of PostgreSQL and of both processes for the same changes, with and without open tabs. The parts
 * alternate, so that a slow moment of the machine meets both.
 */
export async function cost(site: Site, size: CostSize): Promise<Measure[]> {
  const empresas: Empresa[] = [];
  for (let n = 0; n < size.empresas; n++) empresas.push(await anEmpresa(site));
  const change = async (n: number) => {
    const { dono } = empresas[n % empresas.length] as Empresa;
    if (!(await saveMarca(site, dono, randomUUID(), n))) throw new Error('a change was refused');
  };
  const count = size.perSecond * size.seconds;
  const spend = async (withTabs: boolean) => {
    const tabs = withTabs ? await openTabs(site, empresas, size.tabs) : [];
    const before = await secondsOf(site);
    await atRate(size.perSecond, count, change);
    const spent = (await secondsOf(site)) - before;
    for (const tab of tabs) tab.close();
    return spent;
  };
  // The first changes compile code and fill caches.
  await atRate(size.perSecond, count, change);
  const parts: { withTabs: boolean; spent: number }[] = [];
  for (const withTabs of [false, true, true, false]) parts.push({ withTabs, spent: await spend(withTabs) });
  const sum = (withTabs: boolean) =>
    parts.filter((part) => part.withTabs === withTabs).reduce((total, { spent }) => total + spent, 0);
  const ms = (seconds: number) => ((seconds * 1000) / (2 * count)).toFixed(2);
  return [
    {
      name: 'processor time of the same changes with open tabs and without, ratio',
      value: sum(true) / sum(false),
      // The short form has few changes, so the reads of the idle time weigh more.
      bar: { max: isShort ? 2 : 1.2 },
      size: `${size.empresas * size.tabs} tabs, ${size.perSecond} changes/s, ${ms(sum(true))} and ${ms(sum(false))} ms for each change`,
    },
  ];
}

/** The processor time of PostgreSQL, with all its processes, and of both http processes. */
async function secondsOf(site: Site): Promise<number> {
  const { rows } = await site.admin.query<{ pid: number }>('select pg_backend_pid() as pid');
  const { parent: postmaster } = await timesOf(rows[0]?.pid ?? 0);
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const times = await Promise.all(
    pids.map(async (pid) => ({ pid, ...(await timesOf(pid).catch(() => GONE)) })),
  );
  const own = new Set([postmaster, site.pidOf(0), site.pidOf(1)]);
  return (
    times
      .filter(({ pid, parent }) => own.has(pid) || parent === postmaster)
      .reduce((total, { pid, ticks, ofEnded }) => total + ticks + (pid === postmaster ? ofEnded : 0), 0) /
    TICKS
  );
}

const GONE = { parent: 0, ticks: 0, ofEnded: 0 };

/** Reads the parent and the times of a process. `ofEnded` are the times of its children that have ended. */
async function timesOf(pid: number) {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const at = (n: number) => fields[n - 3] ?? 0;
  return { parent: at(4), ticks: at(14) + at(15), ofEnded: at(16) + at(17) };
}
