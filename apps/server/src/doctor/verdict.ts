/** What one check found. `words` say what is the case and, unless all is well, what to do. */
export interface Verdict {
  state: 'ok' | 'warn' | 'fail';
  words: string;
}

export interface Finding extends Verdict {
  check: string;
}

export const ok = (words: string): Verdict => ({ state: 'ok', words });
export const warn = (words: string): Verdict => ({ state: 'warn', words });
export const fail = (words: string): Verdict => ({ state: 'fail', words });

const RANK = { ok: 0, warn: 1, fail: 2 };

/** One verdict of several: the worst state, with the sentences of that state. */
export function worst(verdicts: readonly Verdict[], well: string): Verdict {
  const state = verdicts.reduce<Verdict['state']>(
    (found, each) => (RANK[each.state] > RANK[found] ? each.state : found),
    'ok',
  );
  if (state === 'ok') return ok(well);
  return { state, words: verdicts.flatMap((each) => (each.state === state ? each.words : [])).join(' ') };
}

/** The findings as lines: state, check, words. */
export function table(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ check }) => check.length));
  return findings
    .map(({ state, check, words }) => `${state.padEnd(4)}  ${check.padEnd(width)}  ${words}\n`)
    .join('');
}

/** 1 when a check failed. A warning leaves 0, because the product runs. */
export const exitCodeOf = (findings: readonly Finding[]) =>
  findings.some(({ state }) => state === 'fail') ? 1 : 0;
