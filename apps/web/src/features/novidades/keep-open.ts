import { isWriting } from '#lib/api.ts';
import { type Ending, type Reading, readStream } from './open-stream.ts';

interface Kept extends Omit<Reading, 'posicao' | 'idade'> {
  /** The position from which to go on. */
  posicao: () => string | undefined;
  idade: () => number;
  onDown: () => void;
  /** The server refuses this session or this empresa. */
  onRefused: () => void;
}

const FIRST_MS = 500;
const LONGEST_MS = 30_000;

/** Opens the stream again after each end, until `signal` ends it. */
export async function keepOpen({ posicao, idade, onDown, onRefused, ...reading }: Kept): Promise<void> {
  const { signal } = reading;
  let failures = 0;
  while (!signal.aborted) {
    // An attempt without a network would only fail.
    if (!navigator.onLine) await pause(LONGEST_MS, signal);
    // A confirmation of the identity replaces the cookie. The server would refuse a stream with the old one.
    while (isWriting() && !signal.aborted) await pause(FIRST_MS, signal);
    if (signal.aborted) return;
    const began = performance.now();
    const ending = await readStream({ ...reading, posicao: posicao(), idade: idade() }).catch(() => null);
    if (signal.aborted) return;
    onDown();
    if (ending?.status === 401 || ending?.status === 403) onRefused();
    failures = ending?.status === 200 && performance.now() - began > LONGEST_MS ? 0 : failures + 1;
    await pause(waitOf(ending, failures), signal);
  }
}

/** Random, so that the tabs of a stopped server do not all come back at the same moment. */
function waitOf(ending: Ending | null, failures: number): number {
  if (ending?.status === 200 && ending.retryMs !== undefined) return ending.retryMs;
  // Another tab may just have replaced the cookie, so the first refusal is not the last word.
  if (ending?.status === 401 && failures === 1) return FIRST_MS * (2 + Math.random());
  if (ending && ending.status >= 400 && ending.status < 500)
    return (ending.retryMs ?? LONGEST_MS) * (1 + Math.random());
  return Math.min(FIRST_MS * 2 ** (failures - 1), LONGEST_MS) * (0.5 + Math.random() / 2);
}

/** Ends early when the network returns or the person comes back to the tab. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const ended = new AbortController();
  const wake = () => {
    clearTimeout(timer);
    ended.abort();
    resolve();
  };
  const timer = setTimeout(wake, ms);
  const options = { signal: ended.signal };
  addEventListener('online', wake, options);
  document.addEventListener('visibilitychange', () => document.hidden || wake(), options);
  signal.addEventListener('abort', wake, options);
  return promise;
}
