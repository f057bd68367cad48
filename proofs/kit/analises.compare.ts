import { isDeepStrictEqual } from 'node:util';
import { figuresOf, type TrueOrder } from './analises.truth.ts';

/** The fields of an analysis that a proof compares. */
export interface Answer {
  revenue: object | null;
  revenue_before: object | null;
  dias: object[];
  dias_antes: object[];
  mais_vendidos: { titulo: string }[];
  sincronia: { em_andamento: boolean; completo_desde: string | null };
  avisos: string[];
}

/** The conta of a seller, through its signed-in operator. */
export interface Account {
  seller: number;
  analyse(from: number, to: number): Promise<Answer>;
}

export type Period = readonly [from: number, to: number];

export interface Comparison {
  /** The figures that differ from the orders. */
  wrong: string[];
  /** Whether the previous period was compared too. */
  hadBefore: boolean;
  /** Whether the period has refunds. */
  hadRefunds: boolean;
  /** The number of sold orders. */
  sold: number;
}

/** Compares an analysis with figures computed from the orders themselves. */
export async function compare(
  { seller, analyse }: Account,
  orders: readonly TrueOrder[],
  [from, to]: Period,
): Promise<Comparison> {
  const answer = await analyse(from, to);
  const truth = figuresOf(orders, from, to);
  const before = expectedBefore(answer, orders, from, to);
  const pairs: Record<string, readonly [told: unknown, true: unknown]> = {
    revenue: [answer.revenue, truth.revenue],
    dias: [answer.dias, truth.dias],
    mais_vendidos: [answer.mais_vendidos.map(({ titulo: _, ...rest }) => rest), truth.mais_vendidos],
    revenue_before: [answer.revenue_before, before?.revenue ?? null],
    dias_antes: [answer.dias_antes, before?.dias ?? []],
    avisos: [answer.avisos, []],
  };
  const where = `${seller}, ${new Date(from).toISOString()} to ${new Date(to).toISOString()}`;
  const wrong = Object.entries(pairs)
    .filter(([, [told, really]]) => !isDeepStrictEqual(plain(told), plain(really)))
    .map(([name, [told, really]]) => `${where}: ${name} ${firstDifference(told, really)}`.slice(0, 400));
  const { refunds, orders_count } = truth.revenue;
  return { wrong, hadBefore: before !== null, hadRefunds: refunds !== '0.00', sold: orders_count };
}

function expectedBefore(answer: Answer, orders: readonly TrueOrder[], from: number, to: number) {
  const start = 2 * from - to;
  const since = answer.sincronia.completo_desde;
  return since !== null && start >= Date.parse(since) ? figuresOf(orders, start, from) : null;
}

/** Sorts the keys, so that two objects with the same content are equal. */
const plain = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(plain)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value;

function firstDifference(told: unknown, really: unknown): string {
  if (Array.isArray(told) && Array.isArray(really)) {
    const n = really.findIndex((each, at) => !isDeepStrictEqual(plain(each), plain(told[at])));
    return n < 0
      ? `has ${told.length} instead of ${really.length}`
      : `${n}: ${JSON.stringify(told[n])} instead of ${JSON.stringify(really[n])}`;
  }
  return `${JSON.stringify(told)} instead of ${JSON.stringify(really)}`;
}
