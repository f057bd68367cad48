import { ALTERACOES_CONTADAS, type Opcao } from '@prumo/contract/retencao.ts';
import { formatDate, formatInteger } from '#lib/numbers/format.ts';

const month = new Intl.DateTimeFormat('pt-BR', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** The server counts whole months in UTC, so an instant that begins a month is named by that month. */
const mesDe = (iso: string) => month.format(new Date(iso));

export const anosEmPalavras = (anos: number) => (anos === 1 ? '1 ano' : `${anos} anos`);

/** What a choice would remove, and from when. */
export function consequenciaDe({ vale_em, guarda_desde, alteracoes }: Omit<Opcao, 'anos'>): string {
  if (vale_em === null) return 'Vale agora e não remove nada do que há hoje.';
  const antes = `antes de ${mesDe(guarda_desde)}`;
  if (alteracoes === 0) return `Vale a partir de ${formatDate(vale_em)}. Não há nada de ${antes}.`;
  const quantas =
    alteracoes > ALTERACOES_CONTADAS
      ? `mais de ${formatInteger(ALTERACOES_CONTADAS)} alterações`
      : alteracoes === 1
        ? '1 alteração'
        : `${formatInteger(alteracoes)} alterações`;
  return `A partir de ${formatDate(vale_em)}, remove ${quantas} de ${antes}.`;
}
