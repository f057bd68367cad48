import type { Boletim } from '@prumo/contract/novidades.ts';

/** A tab asks for what happened since it began to load, which was a few seconds ago. */
const KEPT_MS = 120_000;
const MOST = 200;

/** The last events that a tab has heard, for the next tab that opens. */
export function recentBoletins() {
  let kept: { boletim: Boletim; at: number }[] = [];
  /** From this moment on every event is kept. */
  let completeFrom = Number.POSITIVE_INFINITY;
  return {
    add(boletim: Boletim, now: number) {
      completeFrom = Math.min(completeFrom, now);
      kept.push({ boletim, at: now });
      const oldest = kept.length > MOST ? kept[kept.length - MOST]?.at : undefined;
      completeFrom = Math.max(completeFrom, now - KEPT_MS, oldest ?? 0);
      kept = kept.filter(({ at }) => at >= completeFrom).slice(-MOST);
    },
    /**
     * The events since a moment, or one that says to start again if some of them are no longer known. The last one
     * has the current position. Empty for a tab that knows no position itself.
     */
    since(moment: number, posicao: string | undefined): Boletim[] {
      if (posicao === undefined) return [];
      const isComplete = completeFrom <= moment;
      const events = isComplete ? kept.filter(({ at }) => at >= moment).map(({ boletim }) => boletim) : [];
      return [...events, { posicao, novidades: [], recomece: !isComplete }];
    },
  };
}
