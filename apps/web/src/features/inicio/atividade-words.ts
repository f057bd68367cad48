import { fraseDe } from '@prumo/contract/atividades.ts';
import type { AtividadeDoInicio } from '@prumo/contract/inicio.ts';
import { dayOf } from '#lib/numbers/day.ts';

type Linha = AtividadeDoInicio['itens'][number];

const zone = { timeZone: 'America/Sao_Paulo' } as const;
const clock = new Intl.DateTimeFormat('pt-BR', { ...zone, hour: '2-digit', minute: '2-digit' });
const shortDay = new Intl.DateTimeFormat('pt-BR', { ...zone, day: '2-digit', month: '2-digit' });
const DAY = 86_400_000;

/** The person of a line, as its sentence begins. */
export const whoOf = ({ quem, eu }: Linha): string => {
  if (eu) return 'Você';
  return quem === null ? 'Prumo' : (quem.nome ?? 'Alguém');
};

/** The sentence of a line: `alterou o produto Vela e mais 25`. */
export function sentenceOf(linha: Linha): string {
  const { mais, mais_exato } = linha;
  if (mais === 0) return fraseDe(linha);
  return `${fraseDe(linha)} e mais ${mais_exato ? mais : `de ${mais}`}`;
}

/** `11:42` today, `ontem`, or `09/11`. */
export function whenOf(iso: string, now: number): string {
  const at = new Date(iso);
  const days = Math.round((Date.parse(dayOf(new Date(now))) - Date.parse(dayOf(at))) / DAY);
  if (days <= 0) return clock.format(at);
  return days === 1 ? 'ontem' : shortDay.format(at);
}
