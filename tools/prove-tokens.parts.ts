import { isShort } from './proof.ts';
import { endAll, openAskers } from './prove-tokens.askers.ts';
import { leak } from './prove-tokens.canaries.ts';
import type { DEFECTS } from './prove-tokens.defects.ts';
import { ALL_KINDS, refreshAmongFaults, SHORT_KINDS } from './prove-tokens.faults.ts';
import { kill, type Moment } from './prove-tokens.kills.ts';
import type { Measure } from './prove-tokens.measure.ts';
import { race } from './prove-tokens.race.ts';
import { rotate } from './prove-tokens.rotation.ts';
import { search } from './prove-tokens.search.ts';
import type { Site } from './prove-tokens.site.ts';

/** How much of each. */
const PROCESSES = isShort ? 20 : 50;
const ROUNDS = sizeOf('rounds') ?? (isShort ? 20 : 1000);
const KILLS: Record<Moment, number> = isShort
  ? { unheard: 1, unwritten: 2, anywhere: 1, 'in-use': 1 }
  : { unheard: 10, unwritten: 20, anywhere: 30, 'in-use': 10 };
const FAULT_PROCESSES = isShort ? 4 : 12;
const ROTATION = isShort ? { rows: 300, readers: 2 } : { rows: 10_000, readers: 4 };
const ORDERS = isShort ? 50 : 2000;

function sizeOf(name: string): number | undefined {
  const text = process.argv.find((arg) => arg.startsWith(`--${name}=`))?.split('=')[1];
  return text === undefined ? undefined : Number(text);
}

async function aConta(site: Site) {
  const operator = await site.anOperator();
  return { operator, conta: await site.connect(operator, await site.aSeller()) };
}

/** Each part with processes of its own. */
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

async function killed(site: Site, times: Record<Moment, number>, edits: Edits = []): Promise<Measure[]> {
  const { operator, conta } = await aConta(site);
  const [survivor] = await openAskers(site, 1, { edits });
  if (!survivor) return [];
  const measures = await kill({ site, operator, conta, survivor, edits }, times);
  await endAll([survivor]);
  return measures;
}

type Edits = NonNullable<Parameters<typeof openAskers>[2]>['edits'] & object;

/** A small form of the part that must notice, with the defect in its processes. */
export const PLANTED: Record<
  (typeof DEFECTS)[keyof typeof DEFECTS]['part'],
  (site: Site, edits: Edits) => Promise<Measure[]>
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
    const measureOf = (name: string, findings: string[] = []) => ({ name, value: findings.length, findings });
    return [
      { ...measureOf('tokens kept in the clear', kept), bar: { exactly: 0 } },
      { ...measureOf('tokens said in the clear', said), bar: { exactly: 0 } },
    ];
  },
};
