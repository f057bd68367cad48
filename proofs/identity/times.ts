import { type Measure, median } from '../kit/figures.ts';
import { type Answer, type Ask, ask } from './load.ts';
import { anEmail, type Site } from './people.ts';

/**
 * The bar for the AUC. The proof tests whether the duration or the content of an answer reveals that an
 * e-mail has an account. The AUC is the probability that a random answer for an e-mail with an account takes
 * longer than a random answer for one without. At 0.5 the two cannot be told apart. The proof sends one
 * request at a time to an idle server, because noise hides a difference least there.
 */
const AUC = { max: 0.55 };
/**
 * The bar for fewer than FEW samples, which scatter more: five standard deviations above 0.5. Noise alone
 * exceeds it about once in a million runs.
 */
const aucOfFew = (samples: number) => ({ max: 0.5 + 5 * Math.sqrt((2 * samples + 1) / (12 * samples ** 2)) });
const FEW = 1000;
const ADDRESSES = 100;
const WARM_UP = 20;

/** Times sign-ins with a wrong password, with the limits off. */
export const signInTimes = (site: Site, samples: number) =>
  compare(site, 'sign-in', samples, (email) => ({
    path: '/api/sessoes',
    body: { email, senha: 'errada-errada' },
  }));

/** Times requests for a recovery link, with the limits off. */
export const recoveryTimes = (site: Site, samples: number) =>
  compare(site, 'recovery', samples, (email) => ({ path: '/api/recuperacoes', body: { email } }));

/** Times requests for another confirmation link, with the limits off. */
export const resendTimes = (site: Site, samples: number) =>
  compare(site, 'resending', samples, (email) => ({ path: '/api/confirmacoes/reenvio', body: { email } }));

/**
 * Times sign-ins above the limit. The server refuses them without hashing, so a small difference would show
 * most.
 */
export async function heldBackTimes(site: Site, samples: number): Promise<Measure[]> {
  const address = (n: number) => `192.0.2.${n % ADDRESSES}`;
  await site.admin.query('truncate auth.limits');
  await site.admin.query(
    `insert into auth.limits (key, level, updated_at)
     select 'entrada:endereco:' || address, -1000, now() from unnest($1::text[]) address`,
    [Array.from({ length: ADDRESSES }, (_, n) => address(n))],
  );
  return compare(site, 'limited sign-in', samples, (email, n) => ({
    path: '/api/sessoes',
    body: { email, senha: 'errada-errada' },
    address: address(n),
  }));
}

async function compare(
  site: Site,
  name: string,
  samples: number,
  question: (email: string, n: number) => Omit<Ask, 'port'>,
): Promise<Measure[]> {
  const port = site.ports[0] ?? 0;
  const known: Answer[] = [];
  const unknown: Answer[] = [];
  for (let n = -WARM_UP; n < samples; n++) {
    const person = site.people.at(n % site.people.length);
    const pair = [
      { to: known, email: person?.email ?? '' },
      { to: unknown, email: anEmail() },
    ];
    // The order within a pair is random, so that an effect of the first request on the second affects both
    // kinds equally.
    if (Math.random() < 0.5) pair.reverse();
    for (const { to, email } of pair) {
      const answer = await ask(site, { port, ...question(email, n + WARM_UP) });
      if (n >= 0) to.push(answer);
    }
  }
  const value = auc(known, unknown);
  const size = `${samples} with an account and ${samples} without`;
  return [
    {
      name: `${name}: AUC of the time of known and unknown e-mails`,
      value: Math.max(value, 1 - value),
      bar: samples < FEW ? aucOfFew(samples) : AUC,
      size: `${size}; median ${medianOf(known)} and ${medianOf(unknown)} ms`,
    },
    {
      name: `${name}: different answers`,
      value: new Set([...known, ...unknown].map(visible)).size,
      bar: { exactly: 1 },
      size: `apart from pedido and numbers; the first: ${known[0] && visible(known[0]).split(' ', 1)[0]}`,
    },
  ];
}

function auc(longer: readonly Answer[], shorter: readonly Answer[]): number {
  let wins = 0;
  for (const a of longer) for (const b of shorter) wins += a.ms > b.ms ? 1 : a.ms === b.ms ? 0.5 : 0;
  return wins / (longer.length * shorter.length);
}

/**
 * Everything in an answer that a client can compare, except its duration. Numbers are masked, because the
 * seconds to wait change from answer to answer.
 */
const visible = ({ status, text, headerNames }: Answer) =>
  `${status} ${text.replace(/"pedido":"[^"]*"/, '').replaceAll(/\d+/g, '0')} ${headerNames}`;

const medianOf = (answers: readonly Answer[]) => median(answers.map(({ ms }) => ms)).toFixed(2);
