import { type ComponentType, createContext, type ReactNode, use, useSyncExternalStore } from 'react';
import { ChunkError } from './load-chunk.ts';

export interface LoadFailureProps {
  message: string;
  onRetry: () => void;
}

/** Shows that a part did not load, in the form that fits its place. A dialog provides a form of its own. */
export const LoadFailure = createContext<(props: LoadFailureProps) => ReactNode>(lineOf);

let round = 0;
const failed = new Set<() => void>();
const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Loads all parts that failed once more, because they failed for the same reason. */
export function loadAgain() {
  for (const forget of failed) forget();
  failed.clear();
  round++;
  for (const listener of listeners) listener();
}

/**
 * A component whose code loads when it is first shown. It suspends like `lazy`. If the code does not arrive, `lazy`
 * would unmount the screen and fail for good; this component shows the failure in its own place, with a button that
 * loads it again, and so the text typed around it stays.
 */
export function later<Part extends ComponentType<never>>(load: () => Promise<Part>): Part {
  let part: Part | ChunkError | undefined;
  let loading: Promise<Part | ChunkError> | undefined;

  function forget() {
    part = undefined;
    loading = undefined;
  }

  async function start(): Promise<Part | ChunkError> {
    try {
      part = await load();
    } catch (error) {
      if (!(error instanceof ChunkError)) throw error;
      part = error;
      failed.add(forget);
    }
    return part;
  }

  // biome-ignore lint/correctness/noComponentHookFactories: modules call `later` once, at their top level, like `lazy`
  function Later(props: object) {
    'use no memo';
    useSyncExternalStore(subscribe, () => round);
    const failureOf = use(LoadFailure);
    if (part === undefined) loading ??= start();
    const shown = part ?? use(loading as Promise<Part | ChunkError>);
    if (shown instanceof ChunkError) return failureOf({ message: shown.message, onRetry: loadAgain });
    const Shown = shown as ComponentType<object>;
    return <Shown {...props} />;
  }
  return Later as unknown as Part;
}

/** Fields of one form share their code and fail together. The style sheet shows only the first of these lines. */
function lineOf({ message, onRetry }: LoadFailureProps) {
  return (
    <p role="alert" className="load-failure flex flex-wrap items-center gap-2 text-control text-bad-fg">
      {message}
      <button type="button" className="underline underline-offset-2" onClick={onRetry}>
        Tentar de novo
      </button>
    </p>
  );
}
