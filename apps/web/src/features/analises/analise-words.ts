import type { Analise, LimiteDeReputacao } from '@prumo/contract/analises.ts';

type Metrica = LimiteDeReputacao['metrica'];

export const METRICA_WORDS: Record<Metrica, string> = {
  claims: 'Reclamações',
  cancellations: 'Cancelamentos',
  delayed_handling_time: 'Atraso no Envio',
};

const COUNTED: Record<Metrica, { one: string; many: string; another: string }> = {
  claims: { one: 'reclamação', many: 'reclamações', another: 'Mais uma reclamação' },
  cancellations: { one: 'cancelamento', many: 'cancelamentos', another: 'Mais um cancelamento' },
  delayed_handling_time: {
    one: 'envio atrasado',
    many: 'envios atrasados',
    another: 'Mais um envio atrasado',
  },
};

const NIVEL_WORDS: Record<NonNullable<LimiteDeReputacao['nivel']>, string> = {
  lider: 'do MercadoLíder',
  verde: 'do nível verde',
  amarelo: 'do nível amarelo',
  laranja: 'do nível laranja',
};

const integer = new Intl.NumberFormat('pt-BR');
const percent = new Intl.NumberFormat('pt-BR', { style: 'percent', maximumFractionDigits: 2 });
const signed = new Intl.NumberFormat('pt-BR', {
  style: 'percent',
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
});

const weekday = new Intl.DateTimeFormat('pt-BR', {
  ...{ weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' },
});

/** Formats `2026-11-12` as `quinta-feira, 12 de novembro`. */
export const dayInWords = (dia: string) => weekday.format(new Date(dia));
/** Formats `0.015` as `1,5%`. */
export const formatRate = (rate: number) => percent.format(rate);

/** Returns the formatter for these days: `31/12`, or `31/12/26` when they span more than one year. */
export function dayWriterOf(dias: readonly { dia: string }[]): (dia: string) => string {
  const [from, to] = [dias[0], dias.at(-1)].map((each) => each?.dia.slice(0, 4));
  const start = from === to ? 5 : 2;
  return (dia) => dia.slice(start).split('-').reverse().join('/');
}

/** The distance between a metric and its limit, and the consequence of passing it. */
export function distanceOf({ metrica, nivel, restantes }: LimiteDeReputacao): string {
  const { one, many, another } = COUNTED[metrica];
  if (nivel === null) return 'Já passou do último limite da reputação.';
  if (restantes === 0) return `${another} passa do limite ${NIVEL_WORDS[nivel]}.`;
  const counted = `${integer.format(restantes)} ${restantes === 1 ? one : many}`;
  return `Você ainda pode ter ${counted} sem passar do limite ${NIVEL_WORDS[nivel]}.`;
}

/** For example `O limite é 1,5% das 244 vendas dos últimos 60 dias.` */
export function limitOf(
  { limite }: LimiteDeReputacao,
  { sales, days }: NonNullable<Analise['metrics']>,
): string {
  const vendas = sales === 1 ? 'da única venda' : `das ${integer.format(sales)} vendas`;
  return `O limite é ${formatRate(limite)} ${vendas}${days ? ` dos últimos ${days} dias` : ''}.`;
}

/** For example `+12,3%`; undefined when the previous value is zero. */
export function changeOf(now: string | number, before: string | number): string | undefined {
  const [a, b] = [Number(now), Number(before)];
  return b === 0 ? undefined : signed.format((a - b) / b);
}

const LEVEL_WORDS: Readonly<Record<string, string>> = {
  '5_green': 'Verde',
  '4_light_green': 'Verde-claro',
  '3_yellow': 'Amarelo',
  '2_orange': 'Laranja',
  '1_red': 'Vermelho',
};

/** The colour that the marketplace shows buyers for a level; undefined for a level that we do not know. */
export const levelInWords = (level: string | null | undefined): string | undefined =>
  LEVEL_WORDS[level?.toLowerCase() ?? ''];

/** The marketplace may also send the text `null`, which means no status. */
export function powerSellerOf(reputation: NonNullable<Analise['reputation']>): string | null {
  const status = reputation.power_seller_status;
  return status && status !== 'null' ? status.replaceAll('_', ' ') : null;
}
