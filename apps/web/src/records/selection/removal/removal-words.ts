import { formatInteger } from '#lib/numbers/format.ts';
import type { Nouns } from '#records/selection/use-record-selection.tsx';
import { type Found, MAX_DO_FILTRO } from './found-ids.ts';
import type { Removal } from './removal.ts';

export const countText = (count: number, { one, many }: Nouns) =>
  `${formatInteger(count)} ${count === 1 ? one : many}`;

const plural = (count: number) => (count === 1 ? '' : 's');

export const questionText = (count: number, nouns: Nouns) => `Excluir ${countText(count, nouns)}?`;

/** Somebody else has deleted or changed all of them meanwhile. */
export const noneText = ({ one, ending }: Nouns) =>
  `O filtro não tem mais ${ending === 'a' ? 'nenhuma' : 'nenhum'} ${one}.`;

interface Asked {
  count: number;
  left: Found['left'];
  /** Whether other records can use one of these. */
  canBeUsed: boolean;
}

/** What happens to the records, and what the person has to know before. */
export function consequenceText({ count, left, canBeUsed }: Asked, { many, ending }: Nouns): string {
  const they = `El${ending === 'a' ? 'a' : 'e'}${plural(count)}`;
  const verbs = count === 1 ? 'sai da lista e fica' : 'saem da lista e ficam';
  const article = ending === 'a' ? 'as' : 'os';
  return [
    `${they} ${verbs} na lixeira por 30 dias. Até lá, dá para desfazer.`,
    canBeUsed && 'O que estiver em uso não é excluído.',
    left === 'mais' &&
      `O filtro tem mais ${many}: esta exclusão leva ${article} ${formatInteger(MAX_DO_FILTRO)} primeir${ending}s. Repita-a para o resto.`,
    left === 'parcial' && `A busca não leu a lista inteira: pode haver mais ${many} que ela não achou.`,
  ]
    .filter(Boolean)
    .join(' ');
}

export const doneText = (count: number, { one, many, ending }: Nouns) =>
  count === 0
    ? `${ending === 'a' ? 'Nenhuma' : 'Nenhum'} ${one} foi excluíd${ending}`
    : `${formatInteger(count)} ${count === 1 ? one : many} excluíd${ending}${plural(count)}`;

/** What the deletion has done and what it has left, in full sentences. */
export function resultText({ excluidos, recusas, waiting }: Removal, nouns: Nouns): string {
  const { ending } = nouns;
  const refused = recusas.length;
  const left = waiting.length;
  return [
    `${doneText(excluidos, nouns)}.`,
    refused === 1 && `1 não pôde ser excluíd${ending}.`,
    refused > 1 && `${formatInteger(refused)} não puderam ser excluíd${ending}s.`,
    left === 1 && 'Falta 1.',
    left > 1 && `Faltam ${formatInteger(left)}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** Why it is unknown whether the last call deleted its records. */
export const unansweredText = (count: number, { ending }: Nouns) =>
  count === 1
    ? `Não se sabe se ${ending === 'a' ? 'a próxima foi excluída' : 'o próximo foi excluído'}. Tente de novo: nada é excluído duas vezes.`
    : `Não se sabe se ${ending === 'a' ? 'as próximas' : 'os próximos'} ${formatInteger(count)} foram excluíd${ending}s. Tente de novo: nada é excluído duas vezes.`;

export const restoredText = (count: number, { one, many, ending }: Nouns) =>
  `${formatInteger(count)} ${count === 1 ? one : many} restaurad${ending}${plural(count)}`;
