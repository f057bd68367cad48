import { isShort, numberArgOf } from '../kit/arguments.ts';
import type { Edit } from '../kit/edits.ts';
import { countOf, type Measure } from '../kit/figures.ts';
import { endAll, openAskers } from './askers.ts';
import { leak } from './canaries.ts';
import type { DEFECTS } from './defects.ts';
import { ALL_KINDS, refreshAmongFaults, SHORT_KINDS } from './faults.ts';
import { kill, type Moment } from './kills.ts';
import { race } from './race.ts';
import { rotate } from './rotation.ts';
import { search } from './search.ts';
import type { Site } from './site.ts';

/** The number of processes in the race. */
const PROCESSES = isShort ? 20 : 50;
/** How often the token expires in the race. */
const ROUNDS = numberArgOf('rounds') ?? (isShort ? 20 : 1000);
/** How many processes the proof kills at each moment of a refresh. */
const KILLS: Record<Moment, number> = isShort
  ? { unheard: 1, unwritten: 2, anywhere: 1, 'in-use': 1 }
  : { unheard: 10, unwritten: 20, anywhere: 30, 'in-use': 10 };
/** The number of processes that ask for a token during each fault. */
const FAULT_PROCESSES = isShort ? 4 : 12;
/** The number of contas whose tokens are sealed again, and of processes that read them meanwhile. */
const ROTATION = isShort ? { rows: 300, readers: 2 } : { rows: 10_000, readers: 4 };
/** The number of sales of the seller in the part `canaries`. */
const ORDERS = isShort ? 50 : 2000;

async function aConta(site: Site) {
  const operator = await site.anOperator();
  return { operator, conta: await site.connect(operator, await site.aSeller()) };
}

/** The parts of the proof. Each starts its own processes. */
export const PARTS: Record<string, (site: Site) => Promise<Measure[]>> = {
  async race(site) {
    const { conta } = await aConta(site);
    const askers = await openAskers(site, PROCESSES);
    const measures = await race(site, conta, askers, ROUNDS);
    await endAll(askers);
    return measures;
  },
  kills: (site) => killed(site, KILLS),
  async faults(site) {
    const { operator, conta } = await aConta(site);
    const askers = await openAskers(site, FAULT_PROCESSES);
    const kinds = isShort ? SHORT_KINDS : ALL_KINDS;
    const measures = await refreshAmongFaults({ site, operator, conta, askers }, kinds);
    await endAll(askers);
    return measures;
  },
  async rotation(site) {
    const { operator, conta } = await aConta(site);
    return rotate({ site, operator, live: conta }, ROTATION);
  },
  canaries: (site) => leak(site, { orders: ORDERS, disk: true }),
};

async function killed(
  site: Site,
  times: Record<Moment, number>,
  edits: readonly Edit[] = [],
): Promise<Measure[]> {
  const { operator, conta } = await aConta(site);
  const [survivor] = await openAskers(site, 1, { edits });
  if (!survivor) return [];
  const measures = await kill({ site, operator, conta, survivor, edits }, times);
  await endAll([survivor]);
  return measures;
}

/** A small form of each part for planted defects. `edits` plants the defect in the processes of the part. */
export const PLANTED: Record<
  (typeof DEFECTS)[keyof typeof DEFECTS]['part'],
  (site: Site, edits: readonly Edit[]) => Promise<Measure[]>
> = {
  async race(site, edits) {
    const { conta } = await aConta(site);
    const askers = await openAskers(site, 8, { edits });
    const measures = await race(site, conta, askers, 6);
    await endAll(askers);
    return measures;
  },
  kills: (site, edits) => killed(site, { unheard: 0, unwritten: 2, anywhere: 0, 'in-use': 2 }, edits),
  async rotation(site, edits) {
    const { operator, conta } = await aConta(site);
    return rotate({ site, operator, live: conta }, { rows: 300, readers: 2, edits });
  },
  async canaries(site, edits) {
    const { conta } = await aConta(site);
    const askers = await openAskers(site, 1, { edits });
    await site.lapse(conta);
    await askers[0]?.ask(conta);
    await endAll(askers);
    const { found } = await search(site, { disk: false });
    const [kept, said] = [
      found.filter(({ where }) => where.startsWith('table')),
      found.filter(({ where }) => !where.startsWith('table')),
    ].map((some) => some.map(({ where, what }) => `${what} in ${where}`));
    return [
      countOf('tokens stored in the clear', kept ?? []),
      countOf('tokens logged or answered in the clear', said ?? []),
    ];
  },
};
