import { describe, expect, test } from 'vitest';
import { openBreaker } from './breaker.ts';
import { askInTurn, type Provider } from './round.ts';

/** Long limits, so that a provider that answers immediately never counts as slow, even on a busy machine. */
const PATIENT = { patienceMs: 20_000, limitMs: 20_000 };
const IMPATIENT = { patienceMs: 30, limitMs: 20_000 };
const AT_ONCE_MS = 5000;

type Behaviour = 'found' | 'unknown' | 'fails' | 'silent';

/** Providers with the given behaviours, and a record of those queried, in order. */
function services(...behaviours: Behaviour[]) {
  const asked: number[] = [];
  const ended: number[] = [];
  const troubled: string[] = [];
  const providers = behaviours.map(
    (behaviour, n): Provider<string> => ({
      fonte: `servico-${n}`,
      breaker: openBreaker(),
      ask: (_numero, signal) => {
        asked.push(n);
        if (behaviour === 'found') return Promise.resolve(`resposta de ${n}`);
        if (behaviour === 'unknown') return Promise.resolve(undefined);
        if (behaviour === 'fails') return Promise.reject(new Error('fora do ar'));
        return new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => {
            ended.push(n);
            reject(new Error('ended'));
          }),
        );
      },
    }),
  );
  const look = async (times = PATIENT) => {
    const began = performance.now();
    const outcome = await askInTurn(providers, '01001000', {
      ...times,
      onTrouble: (fonte) => troubled.push(fonte),
    });
    return { outcome, ms: performance.now() - began };
  };
  return { providers, asked, ended, troubled, look };
}

const foundBy = (n: number) => ({ kind: 'found', fonte: `servico-${n}`, value: `resposta de ${n}` });

describe('the first provider that finds the number wins', () => {
  test('no other provider is queried when the first one finds it', async () => {
    const { look, asked } = services('found', 'found', 'found');
    expect((await look()).outcome).toEqual(foundBy(0));
    expect(asked).toEqual([0]);
  });

  test.each<[Behaviour, Behaviour]>([
    ['fails', 'fails'],
    ['unknown', 'unknown'],
    ['fails', 'unknown'],
    ['unknown', 'fails'],
  ])('the third provider is queried immediately after one that %s and one that %s', async (one, two) => {
    const { look, asked } = services(one, two, 'found');
    const { outcome, ms } = await look();
    expect(outcome).toEqual(foundBy(2));
    expect(asked).toEqual([0, 1, 2]);
    expect(ms).toBeLessThan(AT_ONCE_MS);
  });

  test('a silent provider keeps running until the round ends', async () => {
    const { look, asked, ended, troubled } = services('silent', 'silent', 'found');
    const { outcome, ms } = await look(IMPATIENT);
    expect(outcome).toEqual(foundBy(2));
    expect(asked).toEqual([0, 1, 2]);
    expect(ms).toBeGreaterThanOrEqual(2 * IMPATIENT.patienceMs - 5);
    expect(ended).toEqual([0, 1]);
    expect(troubled).toContain('servico-0');
  });

  test('a slow provider that was already hedged can still win', async () => {
    let answer: ((value: string) => void) | undefined;
    const { providers, look } = services('silent', 'silent');
    const [first, second] = providers as [Provider<string>, Provider<string>];
    first.ask = () => new Promise((resolve) => (answer = resolve));
    second.ask = () => {
      answer?.('resposta de 0');
      return new Promise(() => {});
    };
    expect((await look(IMPATIENT)).outcome).toEqual(foundBy(0));
  });
});

describe('when no provider finds the number', () => {
  test('it is unknown for certain only if all providers said so', async () => {
    expect((await services('unknown', 'unknown', 'unknown').look()).outcome).toEqual({
      kind: 'unknown',
      certain: true,
    });
    for (const behaviours of [
      ['unknown', 'fails', 'unknown'],
      ['fails', 'fails', 'unknown'],
      ['silent', 'unknown', 'unknown'],
    ] as const)
      expect((await services(...behaviours).look({ patienceMs: 30, limitMs: 300 })).outcome).toEqual({
        kind: 'unknown',
        certain: false,
      });
  });

  test('the round fails immediately if all fail, and within the limit if all are silent', async () => {
    const down = await services('fails', 'fails', 'fails').look();
    expect(down.outcome).toEqual({ kind: 'failed' });
    expect(down.ms).toBeLessThan(AT_ONCE_MS);
    const silent = await services('silent', 'silent', 'silent').look({ patienceMs: 20, limitMs: 100 });
    expect(silent.outcome).toEqual({ kind: 'failed' });
    expect(silent.ms).toBeLessThan(AT_ONCE_MS);
  });
});

describe('a service that keeps failing', () => {
  test.each<Behaviour>(['fails', 'silent'])('is skipped when it %s', async (behaviour) => {
    const { look, asked } = services(behaviour, 'found');
    for (let n = 0; n < 3; n++) await look(IMPATIENT);
    asked.length = 0;
    const { outcome, ms } = await look();
    expect(outcome).toEqual(foundBy(1));
    expect(asked).toEqual([1]);
    expect(ms).toBeLessThan(AT_ONCE_MS);
  });

  test('is queried nevertheless when no other provider has answered', async () => {
    const { look, asked } = services('fails', 'fails');
    for (let n = 0; n < 3; n++) await look();
    asked.length = 0;
    expect((await look()).outcome).toEqual({ kind: 'failed' });
    expect(asked).toEqual([0, 1]);
  });

  test('is not queried when another does not know the number, and the result is then not certain', async () => {
    const { look, asked } = services('fails', 'unknown');
    for (let n = 0; n < 3; n++) await look();
    asked.length = 0;
    expect((await look()).outcome).toEqual({ kind: 'unknown', certain: false });
    expect(asked).toEqual([1]);
  });

  test('excludes a service that answers "unknown"', async () => {
    const { look, asked } = services('unknown', 'found');
    for (let n = 0; n < 5; n++) await look();
    expect(asked.filter((n) => n === 0)).toHaveLength(5);
  });
});
