import { setTimeout as sleep } from 'node:timers/promises';
import { grouped, type Measure, note } from '../kit/figures.ts';
import type { Dice } from '../kit/random.ts';
import { type Sold, sell } from './lives.ts';
import type { Weather } from './relay.ts';
import { ROUND_S, type Shop, type Site } from './site.ts';

export interface StormSize {
  orders: number;
  /** How often the proof kills a worker or PostgreSQL. */
  kills: number;
  /** The sales that begin in one round. */
  perRound: number;
  weather: Weather;
  /** How long, in seconds, the product may take to read everything at the end. */
  patience: number;
}

/** The share of the sales under way that take a step in a round. */
const STEP_SHARE = 0.5;
/**
 * A round waits until at most this part of what it told is unread, so that the product reads a sale between its
 * changes. Otherwise one reading at the end would show everything that lost notifications hide.
 */
const UNREAD_SHARE = 0.1;
const WAIT_MS = 10_000;
/** The polls find lost notifications after this many rounds, about every two hours of the stand-in's clock. */
const POLL_ROUNDS = 50;

/**
 * Sells and lets the sales live, round by round. The relay loses, doubles and delays the notifications. Meanwhile the
 * proof kills the workers and PostgreSQL in turn, while they read and write. At the end it waits until everything is
 * read.
 */
export async function storm(
  site: Site,
  shops: readonly Shop[],
  { orders, kills, perRound, weather, patience }: StormSize,
  dice: Dice,
): Promise<Measure[]> {
  const { standIn, relay } = site;
  const began = performance.now();
  const killed = { worker: 0, postgres: 0 };
  const fates = new Map<string, number>();
  let living: Sold[] = [];
  let sold = 0;
  let steps = 0;
  relay.setWeather(weather);
  for (let round = 0; sold < orders || living.length > 0; round++) {
    await site.advance(ROUND_S);
    const waiting = relay.flush();
    for (let n = 0; n < perRound && sold < orders; n++) {
      const sale = await sell(standIn.control, dice.pick(shops), dice);
      sold += sale.orders;
      fates.set(sale.fate, (fates.get(sale.fate) ?? 0) + sale.orders);
      living.push(sale);
    }
    // Once nothing more is sold, the last lives end soon.
    const share = sold < orders ? STEP_SHARE : 1;
    // A change and the next one of the same sale have different seconds, as the clock moves between rounds.
    for (const { life } of living)
      if (dice.chance(share)) {
        await life.steps.shift()?.();
        steps++;
      }
    living = living.filter(({ life }) => life.steps.length > 0);
    const due = killed.worker + killed.postgres < Math.floor((sold / orders) * kills);
    if (due) await kill(site, killed, dice);
    await waiting;
    site.revive();
    await breathe(site, perRound);
    if (round % POLL_ROUNDS === POLL_ROUNDS - 1)
      await site.sql('update pedidos_atraso set conferir_em = now()');
  }
  while (killed.worker + killed.postgres < kills) await kill(site, killed, dice);
  const walked = (performance.now() - began) / 1000;
  relay.setWeather({ ...weather, lost: 0 });
  const isRead = (await site.drain(patience)) && (weather.lost === 0 || (await site.daysPass(patience)));
  const { counts } = relay;
  note(
    `${grouped(sold)} orders and ${grouped(steps)} changes of ${shops.length} sellers in ${walked.toFixed(0)} s`,
  );
  note(`all read after ${((performance.now() - began) / 1000).toFixed(0)} s`);
  note([...fates].map(([fate, n]) => `${fate} ${n}`).join(', '));
  return [
    { name: 'orders sold', value: sold, bar: { min: orders } },
    {
      name: 'notifications lost, %',
      value: (counts.lost * 100) / Math.max(1, counts.received),
      size: `${counts.lost} of ${counts.received}; ${counts.doubled} doubled, ${counts.late} ten minutes late or more, ${counts.refused} refused and sent again`,
    },
    {
      name: 'kills with SIGKILL',
      value: killed.worker + killed.postgres,
      bar: { min: kills },
      size: `workers ${killed.worker}, PostgreSQL ${killed.postgres}`,
    },
    { name: 'runs that read everything in time', value: isRead ? 1 : 0, bar: { exactly: 1 } },
  ];
}

/** Kills a worker, then PostgreSQL, and so on, at a random moment of the reading. */
async function kill(site: Site, killed: { worker: number; postgres: number }, dice: Dice): Promise<void> {
  await sleep(dice.below(800));
  if (killed.worker <= killed.postgres) {
    await site.killWorker(dice.below(2));
    killed.worker++;
  } else {
    await site.killPostgres(dice.below(500));
    killed.postgres++;
  }
}

/** Waits until the workers have caught up so far, or some time has passed. */
async function breathe(site: Site, perRound: number): Promise<void> {
  for (const until = Date.now() + WAIT_MS; Date.now() < until; await sleep(100)) {
    if ((await site.pending()) <= perRound * UNREAD_SHARE) return;
    await site.hurry();
  }
}
