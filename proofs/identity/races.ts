import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { secretPlace } from '../../apps/server/src/modules/acesso/second-factor/second-factor.ts';
import { CHALLENGE_COOKIE, DEVICE_COOKIE } from '../../apps/server/src/platform/http/session/cookies.ts';
import { hashToken, newToken } from '../../apps/server/src/platform/secrets/tokens.ts';
import type { Vault } from '../../apps/server/src/platform/secrets/vault.ts';
import type { Measure } from '../kit/figures.ts';
import { type Ask, ask } from './load.ts';
import { type Person, passwords, type Site } from './people.ts';

/**
 * How many requests use a single-use secret at the same moment. They are spread over the processes, and
 * exactly one must succeed.
 */
const RACERS = 16;
const STEP_MS = 30_000;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

interface Round {
  asks: Omit<Ask, 'port'>[];
  /** Whether the database contains the change of the winning request. */
  holds?: (winner: number) => Promise<boolean>;
}

interface Race {
  /** The status of all answers but one. */
  refusal: number;
  opensSession: boolean;
  round(n: number): Promise<Round>;
}

export async function race(
  site: Site,
  vault: Vault,
  name: keyof typeof RACES,
  rounds: number,
): Promise<Measure[]> {
  const { refusal, opensSession, round }: Race = await RACES[name](site, vault);
  const began = performance.now();
  let good = 0;
  let bad = '';
  for (let n = 0; n < rounds; n++) {
    const { asks, holds } = await round(n);
    const answers = await Promise.all(
      asks.map((each, racer) => ask(site, { ...each, port: site.ports[racer % site.ports.length] ?? 0 })),
    );
    const winners = answers.flatMap(({ status }, racer) => (status === 200 ? [racer] : []));
    const sessions = answers.filter((each) => each.opensSession).length;
    const losers = answers.filter(({ status }) => status === refusal).length;
    const isStored = winners[0] === undefined || (await holds?.(winners[0])) !== false;
    if (winners.length === 1 && losers === RACERS - 1 && sessions === (opensSession ? 1 : 0) && isStored)
      good++;
    else
      bad ||= `; round ${n}: ${answers.map(({ status }) => status)}, ${sessions} sessions, ${isStored ? '' : 'not '}stored`;
  }
  const seconds = Math.round((performance.now() - began) / 1000);
  const size = `${rounds} rounds of ${RACERS} concurrent requests over ${site.ports.length} processes in ${seconds} s${bad}`;
  return [{ name: `${name}: rounds with exactly one winner`, value: good, bar: { exactly: rounds }, size }];
}

export const RACES = {
  'verification link': async (site: Site) => ({
    refusal: 409,
    opensSession: false,
    async round(n) {
      const person = personOf(site, n);
      const token = await aLink(site, 'confirmacao', person);
      // All requests carry the device cookie of the sign-up, because the link alone confirms nothing in
      // another browser.
      const device = newToken('prd');
      await site.admin.query('update auth.users set signup_device_hash = $2 where id = $1', [
        person.userId,
        hashToken(device),
      ]);
      const cookie = `${DEVICE_COOKIE}=${device}`;
      return { asks: racing(() => ({ path: '/api/confirmacoes', body: { token }, cookie })) };
    },
  }),
  'recovery link': async (site: Site) => ({
    refusal: 409,
    opensSession: true,
    async round(n) {
      const person = personOf(site, n);
      const token = await aLink(site, 'recuperacao', person);
      const senhas = racing(() => randomBytes(12).toString('base64url'));
      return {
        asks: senhas.map((senha) => ({ path: '/api/recuperacoes/conclusao', body: { token, senha } })),
        holds: async (winner) => {
          const { rows } = await site.admin.query<{ password: string }>(
            "select password from auth.accounts where user_id = $1 and provider_id = 'credential'",
            [person.userId],
          );
          return passwords.verify(rows[0]?.password, senhas[winner] ?? '', 'known');
        },
      };
    },
  }),
  'backup code': async (site: Site, vault: Vault) => {
    const { userId } = await aPersonWithFactor(site, vault, 0);
    const codigo = '0123-4567-89AB';
    const salt = randomBytes(16).toString('base64url');
    const hash = await passwords.hashCode(codigo.replaceAll('-', ''), salt);
    await site.admin.query('insert into auth.backup_codes (user_id, hash, salt) values ($1, $2, $3)', [
      userId,
      hash,
      salt,
    ]);
    return {
      refusal: 422,
      opensSession: true,
      async round() {
        await site.admin.query('update auth.backup_codes set used_at = null where user_id = $1', [userId]);
        return { asks: await answersTo(site, userId, codigo) };
      },
    };
  },
  'authenticator code': async (site: Site, vault: Vault) => {
    const { userId, secret } = await aPersonWithFactor(site, vault, 1);
    return {
      refusal: 422,
      opensSession: true,
      async round() {
        // The server refuses a code whose step of 30 seconds was already used. Resetting `last_step` makes
        // the code usable again. The server still accepts a code whose step has just ended.
        await site.admin.query('update auth.factors set last_step = 0 where user_id = $1', [userId]);
        return { asks: await answersTo(site, userId, totp(secret)) };
      },
    };
  },
} satisfies Record<string, (site: Site, vault: Vault) => Promise<Race>>;

const racing = <T>(make: () => T): T[] => Array.from({ length: RACERS }, make);

function personOf({ people }: Site, n: number): Person {
  const person = people[n % people.length];
  if (!person) throw new Error('no account was seeded');
  return person;
}

/** Stores the link as the worker does after it has sent the e-mail. */
async function aLink({ admin }: Site, kind: string, { userId, email }: Person): Promise<string> {
  const token = newToken('pre');
  await admin.query(
    `insert into auth.emails (kind, address, user_id, token_hash, expires_at, sent_at)
     values ($1, $2, $3, $4, now() + interval '1 hour', now())`,
    [kind, email, userId, hashToken(token)],
  );
  return token;
}

/** Sixteen pending sign-ins, as if in sixteen browsers, that all send the same code. */
async function answersTo({ admin }: Site, userId: string, codigo: string): Promise<Round['asks']> {
  const tokens = racing(() => newToken('prc'));
  await admin.query(
    `insert into auth.challenges (token_hash, user_id, method) select hash, $1, 'senha' from unnest($2::text[]) hash`,
    [userId, tokens.map(hashToken)],
  );
  return tokens.map((token) => ({
    path: '/api/sessoes/segundo-fator',
    body: { codigo },
    cookie: `${CHALLENGE_COOKIE}=${token}`,
  }));
}

async function aPersonWithFactor(site: Site, vault: Vault, n: number) {
  const { userId } = personOf(site, n);
  const secret = randomBytes(20);
  const id = randomUUID();
  await site.admin.query(
    "insert into auth.factors (id, user_id, factor_type, status, secret) values ($1, $2, 'totp', 'verified', $3)",
    [id, userId, vault.seal(base32(secret), secretPlace(id))],
  );
  return { userId, secret };
}

const base32 = (bytes: Buffer) =>
  [...bytes]
    .map((byte) => byte.toString(2).padStart(8, '0'))
    .join('')
    .replaceAll(/.{5}/g, (bits) => BASE32[Number.parseInt(bits, 2)] ?? '');

/** Computes a code by RFC 6238 without the library with which the product verifies codes. */
function totp(secret: Buffer): string {
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / STEP_MS)));
  const digest = createHmac('sha1', secret).update(step).digest();
  const number = digest.readUInt32BE((digest.at(-1) ?? 0) & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}
