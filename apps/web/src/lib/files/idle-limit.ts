import { ANSWER_MS } from '#lib/api.ts';

/**
 * Calls `onIdle` when nothing has moved for as long as an answer may take. A file may take any time, as long as it
 * moves.
 */
export function idleLimit(onIdle: () => void) {
  let timer = setTimeout(onIdle, ANSWER_MS);
  return {
    moved: () => {
      clearTimeout(timer);
      timer = setTimeout(onIdle, ANSWER_MS);
    },
    end: () => clearTimeout(timer),
  };
}
