import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Measure } from '../kit/figures.ts';
import { type Change, judge } from './judge.ts';
import { anEmpresa, asJob, type Empresa, type Site, saveMarca } from './site.ts';
import { openTab, type Tab } from './tab.ts';

export interface LoadSize {
  empresas: number;
  /** Of one empresa. */
  tabs: number;
  perSecond: number;
  seconds: number;
}

/** One change of this many is a transaction that stays open while others begin and end. */
const SLOW_EVERY = 20;
const SLOW_S = 0.5;
/** How long a tab may take to hear of the last change. */
const PATIENCE_MS = 20_000;

/**
 * Changes records of many empresas while their tabs listen at two processes. Connections break all the while. One
 * process is killed and started again, and the other one is stopped as a release stops it.
 */
export async function load(site: Site, size: LoadSize): Promise<Measure[]> {
  const empresas: Empresa[] = [];
  for (let n = 0; n < size.empresas; n++) empresas.push(await anEmpresa(site));
  const tabs = await openTabs(site, empresas, size.tabs);
  const asked = new Map<string, number>();
  const count = size.perSecond * size.seconds;
  const breaking = setInterval(() => tabs[Math.floor(Math.random() * tabs.length)]?.breakOff(), 100);
  const disturbance = disturb(site, size.seconds);
  await atRate(size.perSecond, count, (n) => {
    const empresa = empresas[n % empresas.length] as Empresa;
    const isSlow = n % SLOW_EVERY === SLOW_EVERY - 1;
    return isSlow ? slowConvite(site, empresa, asked) : marca(site, empresa, asked, n);
  });
  await disturbance;
  clearInterval(breaking);
  const changes = await changesIn(site, asked);
  await untilHeard(tabs, changes);
  const stored = changes.filter(({ askedAt }) => askedAt > 0).length;
  const measures = judge(
    tabs,
    changes,
    `${tabs.length} tabs of ${empresas.length} empresas, ${stored} of ${count} changes stored`,
  );
  for (const tab of tabs) tab.close();
  return measures;
}

/** Opens the tabs a few at a time, as people do. */
export async function openTabs(site: Site, empresas: readonly Empresa[], each: number): Promise<Tab[]> {
  const tabs: Tab[] = [];
  for (const { membros } of empresas) {
    for (let n = 0; n < each; n++) {
      const membro = membros[n % membros.length];
      if (membro) tabs.push(openTab(membro, site.ports, tabs.length));
    }
    await Promise.all(tabs.map(({ opened }) => opened));
  }
  return tabs;
}

/** Starts `count` works at a rate, and does not wait for one before it starts the next. */
export async function atRate(
  perSecond: number,
  count: number,
  work: (n: number) => Promise<unknown>,
): Promise<void> {
  const began = performance.now();
  const works: Promise<unknown>[] = [];
  for (let n = 0; n < count; n++) {
    const wait = began + (n * 1000) / perSecond - performance.now();
    if (wait > 0) await sleep(wait);
    works.push(work(n));
  }
  await Promise.all(works);
}

async function marca(site: Site, { dono }: Empresa, asked: Map<string, number>, n: number): Promise<void> {
  const nome = `Marca ${randomUUID()}`;
  asked.set(nome, performance.now());
  // A killed process may have stored a change that it did not acknowledge. The database says which exist.
  await saveMarca(site, dono, nome, n);
}

async function slowConvite(site: Site, { dono }: Empresa, asked: Map<string, number>): Promise<void> {
  const email = `${randomUUID()}@exemplo.com.br`;
  await asJob(site, dono, async (client) => {
    await client.query(
      `insert into convites (empresa_id, user_id, email, papel, ve_custo, token_hash, envio, vence_em)
       values ($1, $2, $3, 'vendas', false, $4, 'enviado', now() + interval '7 days')`,
      [dono.empresaId, dono.userId, email, randomUUID()],
    );
    await client.query('select pg_sleep($1)', [SLOW_S]);
    asked.set(email, performance.now());
  });
}

/** Ends both processes in turn, while the other one serves. */
async function disturb(site: Site, seconds: number): Promise<void> {
  await sleep(seconds * 300);
  await site.kill(0);
  await site.serve(0);
  await sleep(seconds * 150);
  await site.stop(1);
  await site.serve(1);
}

async function changesIn({ admin }: Site, asked: ReadonlyMap<string, number>): Promise<Change[]> {
  const { rows } = await admin.query<{
    empresaId: string;
    tabela: Change['tabela'];
    id: string;
    mark: string;
  }>(
    `select empresa_id as "empresaId", 'marcas' as tabela, id, nome as mark from marcas
     union all select empresa_id, 'convites', id, email from convites
     union all select empresa_id, 'membros', user_id, '' from membros`,
  );
  return rows.flatMap(({ mark, ...change }) => {
    // People joined before the tabs opened. A tab may hear of them, and need not.
    const askedAt = change.tabela === 'membros' ? Number.NEGATIVE_INFINITY : asked.get(mark);
    return askedAt === undefined ? [] : [{ ...change, askedAt }];
  });
}

/** Waits until every tab has heard of the last change of its empresa that is a marca, or patience ends. */
async function untilHeard(tabs: readonly Tab[], changes: readonly Change[]): Promise<void> {
  const wanted = new Map<string, string[]>();
  for (const { empresaId, tabela, id } of changes)
    if (tabela === 'marcas') wanted.set(empresaId, [...(wanted.get(empresaId) ?? []), id]);
  const deadline = performance.now() + PATIENCE_MS;
  const hasAll = ({ membro, heard }: Tab) => {
    const named = new Set(heard.flatMap(({ novidades }) => novidades.flatMap(({ ids }) => ids ?? [])));
    return (wanted.get(membro.empresaId) ?? []).every((id) => named.has(id));
  };
  let left = [...tabs];
  while (performance.now() < deadline) {
    left = left.filter((tab) => !hasAll(tab));
    if (left.length === 0) return;
    await sleep(250);
  }
}
