import type { Endpoint } from '@prumo/contract/endpoint.ts';
import { removeSeveralOf } from '@prumo/contract/remove-several.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '#lib/api.ts';
import { saveKeys } from '#lib/save-key.ts';
import type { Nouns } from '#records/selection/use-record-selection.tsx';
import { after, nextOf, type Removal } from './removal.ts';
import { tellRemoval } from './undo-removal.ts';

interface RemovalOptions {
  of: { remove: Endpoint };
  nouns: Nouns;
  /** Called once nothing more is deleted. */
  onEnd: (removal: Removal, error: Error | undefined) => void;
}

/**
 * Deletes records call by call until all are done, the person stops it, or a call fails. A call that is sent again after
 * a failure keeps its key, so that its answer says what the first attempt deleted.
 */
export function useRemoval({ of, nouns, onEnd }: RemovalOptions) {
  const queryClient = useQueryClient();
  const [keys] = useState(saveKeys);
  const [removal, setRemoval] = useState<Removal>();
  const [isRunning, setRunning] = useState(false);
  const stopped = useRef(false);
  const stop = () => {
    stopped.current = true;
  };
  // Leaving the list ends the deletion after the call under way, and a toast says what is done.
  useEffect(
    () => () => {
      stopped.current = true;
    },
    [],
  );

  async function run(from: Removal) {
    stopped.current = false;
    setRunning(true);
    setRemoval(from);
    let now = from;
    let failure: Error | undefined;
    try {
      while (now.waiting.length > 0 && !stopped.current) {
        const ids = nextOf(now);
        now = after(
          now,
          await call(removeSeveralOf(of), { body: { ids }, idempotencyKey: keys.keyFor(ids) }),
        );
        keys.forget();
        setRemoval(now);
      }
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error));
    }
    setRunning(false);
    tellRemoval(queryClient, now, nouns);
    onEnd(now, failure);
  }

  return { removal, isRunning, run, stop };
}
