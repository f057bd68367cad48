import type pg from 'pg';
import { percentile } from '../kit/figures.ts';
import type { Change, Setting } from './simulation.ts';

export interface Figures {
  changes: number;
  lagP50: number;
  lagP95: number;
  lagP99: number;
  /**
   * The p95 lag of announced changes of the attacked sellers, about whom an attacker makes up notifications.
   */
  attackedP95: number;
  /** Unannounced changes that a poll has found. */
  lostFound: number;
  /** Unannounced changes. */
  lost: number;
  callsPerContaAndDay: number;
  callsByRoute: Record<string, number>;
  /** Average polls per six hours of a conta that has neither lost changes nor made-up notifications. */
  quietPolls: number;
  /** Calls per second in the busiest minute. */
  busiestPerSecond: number;
  /** The number of contas whose recorded lag is not that of their newest change. */
  lagWrong: number;
  contasWithLag: number;
}

interface Parts {
  admin: pg.Pool;
  changes: readonly Change[];
  calls: readonly { at: number; route: string; seller: number }[];
  setting: Setting;
  start: number;
  end: number;
}

const MINUTE_MS = 60_000;
/**
 * Changes in the last five minutes of the simulation do not count, because the product may not have read them
 * when the simulation ends.
 */
const SETTLING_MS = 5 * MINUTE_MS;

export async function measure({ admin, changes, calls, setting, start, end }: Parts): Promise<Figures> {
  const arrivals = await arrivalsOf(admin);
  const lagOf = ({ id, at }: Change) => {
    const first = arrivals.get(id)?.find(({ changedAt }) => changedAt >= at)?.at;
    return ((first ?? end) - at) / 1000;
  };
  const settled = changes.filter(({ at }) => at < end - SETTLING_MS);
  const sorted = (some: readonly Change[]) => some.map(lagOf).sort((a, b) => a - b);
  const lags = sorted(settled);
  const lost = settled.filter(({ isTold }) => !isTold);
  const days = (end - start) / (24 * 60 * MINUTE_MS);
  const callsByRoute: Record<string, number> = {};
  for (const { route } of calls) callsByRoute[route] = (callsByRoute[route] ?? 0) + 1;
  const minutes = new Map<number, number>();
  for (const { at } of calls)
    minutes.set(Math.floor(at / MINUTE_MS), (minutes.get(Math.floor(at / MINUTE_MS)) ?? 0) + 1);
  const lagRows = await admin.query(LAG_WRONG);
  return {
    changes: settled.length,
    lagP50: percentile(lags, 0.5),
    lagP95: percentile(lags, 0.95),
    lagP99: percentile(lags, 0.99),
    attackedP95: percentile(sorted(settled.filter(({ isAttacked, isTold }) => isAttacked && isTold)), 0.95),
    lost: lost.length,
    lostFound: lost.filter(({ id, at }) => arrivals.get(id)?.some(({ changedAt }) => changedAt >= at)).length,
    callsPerContaAndDay: calls.length / setting.contas / days,
    callsByRoute,
    quietPolls: await quietPolls({ admin, changes, setting, start, end }),
    busiestPerSecond: Math.max(...minutes.values()) / 60,
    lagWrong: Number(lagRows.rows[0]?.wrong),
    contasWithLag: Number(lagRows.rows[0]?.contas),
  };
}

async function arrivalsOf(admin: pg.Pool): Promise<Map<number, { changedAt: number; at: number }[]>> {
  const arrivals = new Map<number, { changedAt: number; at: number }[]>();
  const { rows } = await admin.query(
    `select id::text, extract(epoch from atualizado_em) * 1000 as changed, extract(epoch from em) * 1000 as at
     from sim.chegadas order by em`,
  );
  for (const { id, changed, at } of rows) {
    const known = arrivals.get(Number(id)) ?? [];
    arrivals.set(Number(id), known);
    known.push({ changedAt: Math.round(Number(changed)), at: Number(at) });
  }
  return arrivals;
}

/**
 * Counts the contas with a recorded lag, and those whose record differs from the newest change of their
 * pedidos or from the first arrival of that change.
 */
const LAG_WRONG = `
  select count(*)::int as contas, count(*) filter (
      where a.mudou_em is distinct from p.mudou_em or a.chegou_em is distinct from c.em)::int as wrong
  from (select seller_id, max(atualizado_em) as mudou_em from pedidos group by 1) p
  join pedidos_atraso a on a.seller_id = p.seller_id
  cross join lateral (
    select min(c.em) as em from sim.chegadas c join pedidos o on o.id = c.id
    where o.seller_id = p.seller_id and c.atualizado_em = p.mudou_em) c`;

async function quietPolls(parts: Omit<Parts, 'calls'>): Promise<number> {
  const { admin, changes, setting, start, end } = parts;
  const loud = new Set(
    changes.filter(({ isTold, isAttacked }) => !isTold || isAttacked).map(({ seller }) => seller),
  );
  const { rows } = await admin.query(
    'select seller_id as seller, conferencias::int as n from pedidos_atraso',
  );
  const quiet = rows.filter(({ seller }) => !loud.has(Number(seller)));
  const polls = quiet.reduce((sum, { n }) => sum + Number(n), 0);
  const sixHours = (end - start) / (6 * 60 * MINUTE_MS);
  if (quiet.length === 0)
    throw new Error(`each of the ${setting.contas} contas has a lost change or made-up notifications`);
  return polls / quiet.length / sixHours;
}
