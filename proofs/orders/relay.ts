import { createServer } from 'node:http';
import type { Dice } from '../kit/random.ts';

/** How the relay treats notifications. The shares are between 0 and 1. */
export interface Weather {
  lost: number;
  doubled: number;
  /** The most simulated seconds by which a notification comes late. */
  latestS: number;
}

const CALM: Weather = { lost: 0, doubled: 0, latestS: 0 };
/** The callers that send at the same time. */
const AT_ONCE = 8;
/** Mercado Livre gives up after eight tries. */
const TRIES = 8;

interface Held {
  body: string;
  dueAt: number;
  tries: number;
}

/**
 * Receives every notification of the stand-in and accepts it at once. It loses some of them, doubles some, and passes
 * the others on late and in another order. `now` is the clock of the stand-in, so that half an hour passes quickly.
 */
export async function openRelay(options: { port: number; target: string; now: () => number; dice: Dice }) {
  const { port, target, now, dice } = options;
  let weather = CALM;
  let held: Held[] = [];
  const counts = { received: 0, lost: 0, doubled: 0, passed: 0, refused: 0, late: 0 };
  const onPassed = new Set<(body: string, at: number) => void>();

  function take(body: string): void {
    counts.received++;
    if (dice.chance(weather.lost)) {
      counts.lost++;
      return;
    }
    const copies = dice.chance(weather.doubled) ? 2 : 1;
    counts.doubled += copies - 1;
    for (let n = 0; n < copies; n++) {
      // Half of them come at once, and the others up to the limit late.
      const lateS = dice.chance(0.5) ? 0 : dice.below(weather.latestS + 1);
      if (lateS >= 600) counts.late++;
      held.push({ body, dueAt: now() + lateS * 1000, tries: 0 });
    }
  }

  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (piece: string) => (body += piece));
    request.on('end', () => {
      take(body);
      response.end();
    });
  });
  server.listen(port, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));

  async function pass(message: Held): Promise<void> {
    const status = await fetch(target, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
      ...{ body: message.body, signal: AbortSignal.timeout(10_000) },
    }).then(
      async (answer) => {
        await answer.text();
        return answer.status;
      },
      () => 0,
    );
    if (status === 200) {
      counts.passed++;
      for (const listen of onPassed) listen(message.body, performance.now());
    } else {
      counts.refused++;
      // A lost answer is a notification that Mercado Livre sends again, a minute later.
      if (message.tries < TRIES) held.push({ ...message, tries: message.tries + 1, dueAt: now() + 60_000 });
      else counts.lost++;
    }
  }

  return {
    url: `http://127.0.0.1:${port}/`,
    counts,
    onPassed,
    waiting: () => held.length,
    setWeather: (next: Weather) => {
      weather = next;
    },
    /** Passes on what is due, in random order. `all` passes on the late ones too. */
    async flush(all = false): Promise<void> {
      const due = held.filter(({ dueAt }) => all || dueAt <= now());
      held = held.filter((each) => !due.includes(each));
      for (let n = due.length - 1; n > 0; n--) {
        const other = dice.below(n + 1);
        [due[n], due[other]] = [due[other] as Held, due[n] as Held];
      }
      const rest = due.values();
      const work = async () => {
        for (const message of rest) await pass(message);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
