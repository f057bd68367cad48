import { type DiscardWords, discardWork, held, isLosable } from '#lib/leaving/unsaved-work.ts';
import { createQuestion } from '#lib/session/question.ts';
import { type Home, isKeptBy } from './stack.ts';

/** Open while the person decides whether to lose what they typed. */
export const discarding = createQuestion<DiscardWords>();

const WORDS: DiscardWords = {
  question: 'Descartar o que não foi salvo?',
  consequence: 'O que você preencheu ainda não foi salvo e será perdido.',
};

const lostAt = (next: Home) => [...held].filter((each) => isLosable(each) && !isKeptBy(each.home, next));

/** The forms in the dialog at this home, and in the dialogs above it. */
const workAt = (home: Home) => [...held].filter((each) => isKeptBy(home, each.home));

/** True when the next address would lose typed work. */
export const isLostAt = (next: Home) => lostAt(next).length > 0;

/**
 * Asks before an address that would lose typed work. Resolves to true when nothing is lost, or when the person
 * discards it.
 */
export async function mayGoTo(next: Home): Promise<boolean> {
  const lost = lostAt(next);
  const [first] = lost;
  if (!first) return true;
  if (!(await discarding.ask(first.work.words ?? WORDS))) return false;
  // The form may have been sent since the question appeared.
  if (lost.some(({ work }) => work.isHeldOpen?.())) return false;
  discardWork(lost);
  return true;
}

/** True when the dialog at this home must stay open for now. */
export const isHeldOpenAt = (home: Home) =>
  workAt(home).some(({ work, isDiscarded }) => !isDiscarded && work.isHeldOpen?.());

/** Everything in the dialog at this home is saved. */
export function workIsSaved(home: Home) {
  for (const each of workAt(home)) each.isDiscarded = true;
}

/** Forgets what was typed in the dialog at this home, when the person cancels it. */
export const discardAt = (home: Home) => discardWork(workAt(home));
