import { useContext, useEffect, useRef } from 'react';
import { DialogContext } from '#lib/dialogs/dialog-context.ts';
import { type Home, isKeptBy } from '#lib/dialogs/stack.ts';
import { createQuestion } from '#lib/session/question.ts';

/** A form on the screen, with what it needs before it may disappear. */
export interface Work {
  isChanged: () => boolean;
  /** True while the form must not close, such as during a save that can no longer be stopped. */
  isHeldOpen?: (() => boolean) | undefined;
  /** Forgets what was typed, also its draft. */
  discard?: (() => void) | undefined;
  words?: DiscardWords | undefined;
}

export interface DiscardWords {
  question: string;
  consequence: string;
}

interface Held {
  work: Work;
  home: Home;
  isDiscarded: boolean;
}

const held = new Set<Held>();
const always = () => true;

const isLosable = ({ work, isDiscarded }: Held) => !isDiscarded && work.isChanged();

export const isWorkHeld = () => held.size > 0;

/** True when an open form contains changes that would be lost. An open form without changes does not count. */
export const isWorkChanged = () => [...held].some(isLosable);

/** Registers unsaved work that leaving the page would lose. Returns the function that releases it. */
export function holdWork(work: Work = { isChanged: always }, home: Home = []): () => void {
  const entry = { work, home, isDiscarded: false };
  held.add(entry);
  return () => {
    held.delete(entry);
  };
}

/** Open while the person decides whether to lose what they typed. */
export const discarding = createQuestion<DiscardWords>();

const WORDS: DiscardWords = {
  question: 'Descartar o que não foi salvo?',
  consequence: 'O que você preencheu ainda não foi salvo e será perdido.',
};

const lostAt = (next: Home) => [...held].filter((each) => isLosable(each) && !isKeptBy(each.home, next));

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
  discard(lost);
  return true;
}

/** True when the dialog at this home must stay open for now. */
export const isHeldOpenAt = (home: Home) =>
  [...held].some(
    ({ work, home: of, isDiscarded }) => !isDiscarded && isKeptBy(home, of) && work.isHeldOpen?.(),
  );

/** Everything in the dialog at this home is saved. */
export function workIsSaved(home: Home) {
  for (const each of held) if (isKeptBy(home, each.home)) each.isDiscarded = true;
}

/** Forgets what was typed in the dialog at this home, when the person cancels it. */
export const discardAt = (home: Home) => discard([...held].filter((each) => isKeptBy(home, each.home)));

/** Forgets all typed work, when the person has agreed to lose it. */
export const discardWork = () => discard([...held]);

function discard(lost: readonly Held[]) {
  for (const each of lost) {
    each.isDiscarded = true;
    each.work.discard?.();
  }
}

/**
 * While `active`, the end of the session does not leave the page: a dialog over the page asks the person to sign in.
 * While `isChanged`, leaving the dialog or the page asks first.
 */
export function useUnsavedWork(
  active: boolean,
  isChanged: () => boolean = always,
  more: Omit<Work, 'isChanged'> = {},
) {
  const dialog = useContext(DialogContext);
  const latest = useRef<Work>({ isChanged });
  const home = dialog?.home?.join('\n');
  useEffect(() => {
    latest.current = { ...more, isChanged };
  });
  useEffect(() => {
    if (!active) return;
    const work: Work = {
      isChanged: () => latest.current.isChanged(),
      isHeldOpen: () => latest.current.isHeldOpen?.() ?? false,
      discard: () => latest.current.discard?.(),
      get words() {
        return latest.current.words;
      },
    };
    return holdWork(work, home?.split('\n') ?? [location.pathname]);
  }, [active, home]);
}
