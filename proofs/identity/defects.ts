import type { Vault } from '../../apps/server/src/platform/secrets/vault.ts';
import type { Measure } from '../kit/figures.ts';
import { attack, tenMinutes } from './attack.ts';
import type { Site } from './people.ts';
import { type RACES, race } from './races.ts';
import { recoveryTimes, signInTimes } from './times.ts';

// The defects of `prove:identity --planted` change only the database. The server runs unchanged.
const ATTACK_SECONDS = 6;
const ROUNDS = 3;
const SAMPLES = 150;

export type Part = (site: Site, vault: Vault) => Promise<Measure[]>;

export interface Defect {
  /** The SQL that plants the defect. */
  sql: string;
  /** Whether the limits of the sign-in are on. */
  limits: 'on' | 'off';
  /** The part of the proof that must detect the defect. */
  part: Part;
  /** The figure that must miss its bar. */
  by: RegExp;
}

const guessing: Part = (site) => attack(site, ATTACK_SECONDS);
const racing =
  (...names: (keyof typeof RACES)[]): Part =>
  async (site, vault) => {
    const measures: Measure[] = [];
    for (const name of names) measures.push(...(await race(site, vault, name, ROUNDS)));
    return measures;
  };
const before = (event: string, body: string) => `
  create function plantada() returns trigger language plpgsql security definer as 'begin ${body} end';
  create trigger plantada before ${event} for each row execute function plantada()`;

export const DEFECTS = {
  'limits-off': {
    sql: `create or replace function auth.take_limits(p_keys text[], p_capacities float8[], p_seconds float8[])
      returns float8 language sql as 'select 0::float8'`,
    limits: 'on',
    part: tenMinutes,
    by: /evaluated for one account/,
  },
  /** The product forgets the browsers from which people have signed in before. */
  'devices-forgotten': {
    sql: before('insert on auth.devices', 'return null;'),
    limits: 'on',
    part: guessing,
    by: /real sign-ins refused/,
  },
  'session-for-a-guess': {
    sql: before(
      'insert on auth.events',
      `if new.kind = ''entrada_recusada'' and new.user_id is not null then
         insert into auth.sessions (user_id, empresa_id, token_hash, expires_at)
         values (new.user_id, auth.ensure_empresa(new.user_id), gen_random_uuid()::text, now() + interval ''1 hour'');
       end if;
       return new;`,
    ),
    limits: 'on',
    part: guessing,
    by: /sessions without the right password/,
  },
  /** A sign-in to an existing account takes longer by the time of one password hash. */
  'slower-with-account': {
    sql: before(
      'insert on auth.events',
      'if new.user_id is not null then perform pg_sleep(0.018); end if; return new;',
    ),
    limits: 'off',
    part: (site) => signInTimes(site, SAMPLES),
    by: /AUC/,
  },
  /** A recovery of an existing account takes longer by the time of writing one row. */
  'slower-recovery-with-account': {
    sql: before(
      'insert on auth.emails',
      'if exists (select from auth.users where email = new.address) then perform pg_sleep(0.005); end if; return new;',
    ),
    limits: 'off',
    part: (site) => recoveryTimes(site, SAMPLES),
    by: /AUC/,
  },
  'link-twice': {
    sql: before('update on auth.emails', 'new.used_at := null; return new;'),
    limits: 'off',
    part: racing('verification link', 'recovery link'),
    by: /one winner/,
  },
  'backup-code-twice': {
    sql: before('update on auth.backup_codes', 'new.used_at := null; return new;'),
    limits: 'off',
    part: racing('backup code'),
    by: /one winner/,
  },
  'authenticator-code-twice': {
    sql: before('update on auth.factors', 'new.last_step := 0; return new;'),
    limits: 'off',
    part: racing('authenticator code'),
    by: /one winner/,
  },
} satisfies Record<string, Defect>;
