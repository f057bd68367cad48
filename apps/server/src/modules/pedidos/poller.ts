import { type Clock, type Loop, openLoop, REAL_CLOCK } from '#platform/jobs/loop.ts';
import type { IsHeld } from '#platform/recovery/hold.ts';
import { claimConferencias } from './atraso.queries.ts';
import { type PollParts, poll } from './poll.ts';

const AT_ONCE = 4;
const IDLE_MS = 1000;
/** The duration of the lease of a poll. If a worker was killed, another worker takes over after this time. */
const HELD_SECONDS = 180;

/** Polls contas when they are due. The rows of `pedidos_atraso` are its queue. */
export function openPoller({
  clock = REAL_CLOCK,
  isHeld,
  ...rest
}: Omit<PollParts, 'now'> & { clock?: Clock; isHeld?: IsHeld }): Loop {
  const parts = { ...rest, now: clock.now };
  return openLoop({
    ...{ atOnce: AT_ONCE, idleMs: IDLE_MS, clock },
    claim: async () => {
      if (await isHeld?.()) return null;
      return (await claimConferencias(parts.db, { limit: 1, seconds: HELD_SECONDS }))[0] ?? null;
    },
    contextOf: ({ empresaId }) => ({ empresa: empresaId }),
    work: async (due) => void (await poll(parts, due)),
    onError: (err) => parts.log.warn({ err }, 'contas not polled'),
  });
}
