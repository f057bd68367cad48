import { median } from './proof.ts';
import { type Answer, type Ask, ask } from './prove-identity.load.ts';
import { anEmail, type Measure, type Site } from './prove-identity.people.ts';

/**
 * Whether the time of an answer, or the answer, tells that an e-mail has an account. The figure is the AUC: how often
 * a random answer to one with an account takes longer than a random one to one without, 0.5 being "nobody can tell".
 * One question at a time on an otherwise idle server, which is where a difference shows best.
 */
const AUC = { max: 0.55 };
/** Few samples stray by chance: this is three times what 150 of each kind stray by. */
const AUC_OF_FEW = { max: 0.6 };
const FEW = 1000;
const ADDRESSES = 100;
const WARM_UP = 20;

/** A sign-in with a wrong password; limits off. */
export const signInTimes = (site: Site, samples: number) =>
  compare(site, 'sign-in', samples, (email) => ({
    path: '/api/sessoes',
    body: { email, senha: 'errada-errada' },
  }));

/** Asking for a link to a new password; limits off. */
export const recoveryTimes = (site: Site, samples: number) =>
  compare(site, 'recovery', samples, (email) => ({ path: '/api/recuperacoes', body: { email } }));

/** Asking for another link to confirm an e-mail; limits off. */
export const resendTimes = (site: Site, samples: number) =>
  compare(site, 'resending', samples, (email) => ({ path: '/api/confirmacoes/reenvio', body: { email } }));

/** A sign-in that is held back by the limits, which is answered without hashing and so fastest of all. */
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
    // Whatever the first of two does to the second, it does to both kinds.
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
      bar: samples < FEW ? AUC_OF_FEW : AUC,
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

/** All that can be told apart without a clock. The seconds to wait are numbers that pass while we ask. */
const visible = ({ status, text, headerNames }: Answer) =>
  `${status} ${text.replace(/"pedido":"[^"]*"/, '').replaceAll(/\d+/g, '0')} ${headerNames}`;

const medianOf = (answers: readonly Answer[]) => median(answers.map(({ ms }) => ms)).toFixed(2);
