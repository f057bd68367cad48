import type { AnyRouter, HistoryLocation, RouterHistory } from '@tanstack/react-router';
import { isWorkChanged } from '#lib/leaving/unsaved-work.ts';
import { discardAt, isHeldOpenAt, isLostAt, mayGoTo } from './leaving-work.ts';
import { dialogsOf, type Home, homeAt, searchOf } from './stack.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** How many entries directly before this one show the same page with one dialog less each. */
    dialogs?: number;
  }
}

/** A browser that ignores a step back reports nothing, so waiting for it needs an end. */
const STEP_MS = 5000;

/** Steps back take effect later, so the next change of the history waits for them. */
let settled: Promise<unknown> = Promise.resolve();

function inTurn(step: () => Promise<unknown>) {
  settled = settled.then(step, step);
}

/** Runs the step, after a question if typed work would be lost at the next address. */
function unlessLost(next: Home, step: () => Promise<unknown>) {
  if (!isLostAt(next)) inTurn(step);
  else void mayGoTo(next).then((isAgreed) => isAgreed && inTurn(step));
}

const homeNow = ({ history, options }: AnyRouter): Home =>
  homeAt(history.location.pathname, options.parseSearch(history.location.search));

const depthNow = ({ history }: AnyRouter): number => history.location.state.dialogs ?? 0;

const show = (router: AnyRouter, words: readonly string[], entry: { replace: boolean; dialogs: number }) =>
  router.navigate({
    to: '.',
    search: (search: object) => ({ ...search, ...searchOf(words) }),
    state: { dialogs: entry.dialogs },
    replace: entry.replace,
    resetScroll: false,
    ignoreBlocker: true,
  });

/** Opens a dialog over those of `under`, as one new entry of the history. */
export function openDialog(router: AnyRouter, under: readonly string[], word: string) {
  const words = [...under, word];
  unlessLost([router.history.location.pathname, ...words], () => {
    const open = dialogsOf(router.options.parseSearch(router.history.location.search));
    if (open.length < words.length)
      return show(router, words, { replace: false, dialogs: depthNow(router) + 1 });
    // A dialog that takes the place of another one also takes its entry.
    return show(router, words, {
      replace: true,
      dialogs: open.length === words.length ? depthNow(router) : 0,
    });
  });
}

/**
 * Closes the dialog at this home and those above it. Asks first if typed work would be lost. Returns to the entry
 * before the dialog. A dialog that a link opened has no such entry, so its own entry changes.
 */
export function closeDialog(router: AnyRouter, home: Home) {
  if (isHeldOpenAt(home)) return;
  const left = home.slice(0, -1);
  unlessLost(left, async () => {
    const now = homeNow(router);
    // The person has left this dialog meanwhile.
    if (home.some((part, at) => now[at] !== part)) return;
    const steps = now.length - left.length;
    const depth = depthNow(router);
    // The entry loses the dialog although it is left, because Forward would open the dialog again.
    await show(router, left.slice(1), { replace: true, dialogs: Math.max(0, depth - steps) });
    if (depth >= steps) await stepBack(router, steps);
  });
}

/** Closes the dialog without a question. Its button says that the person gives the work up. */
export function cancelDialog(router: AnyRouter, home: Home) {
  if (isHeldOpenAt(home)) return;
  discardAt(home);
  closeDialog(router, home);
}

function stepBack(router: AnyRouter, steps: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  addEventListener('popstate', () => resolve(), { once: true });
  setTimeout(resolve, STEP_MS);
  router.history.go(-steps, { ignoreBlocker: true });
  return promise;
}

/** Asks before any navigation that loses typed work, also before Back and a reload. Returns the function that ends it. */
export function guardWork(router: AnyRouter): () => void {
  const history: RouterHistory = router.history;
  return history.block({
    blockerFn: async ({ nextLocation: { pathname, search } }: { nextLocation: HistoryLocation }) =>
      !(await mayGoTo(homeAt(pathname, router.options.parseSearch(search)))),
    enableBeforeUnload: isWorkChanged,
  });
}
