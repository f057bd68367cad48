import type { Vault } from '../apps/server/src/platform/vault.ts';
import { attack, tenMinutes } from './prove-identity.attack.ts';
import type { Measure, Site } from './prove-identity.people.ts';
import { type RACES, race } from './prove-identity.races.ts';
import { recoveryTimes, signInTimes } from './prove-identity.times.ts';

/** What `prove:identity --planted` plants, all of it in the database: the server under test is the real one. */
const ATTACK_SECONDS = 6;
const ROUNDS = 3;
const SAMPLES = 150;

export type Part = (site: Site, vault: Vault) => Promise<Measure[]>;

/** What the database is made to do, and which part of the proof must notice by which figure. */
export interface Defect {
  sql: string;
  limits: 'on' | 'off';
  part: Part;
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
  /** People who signed in before are strangers again. */
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
  /** By as much as a hashing takes. */
  'slower-with-account': {
    sql: before(
      'insert on auth.events',
      'if new.user_id is not null then perform pg_sleep(0.018); end if; return new;',
    ),
    limits: 'off',
    part: (site) => signInTimes(site, SAMPLES),
    by: /AUC/,
  },
  /** By as much as writing one more row takes. */
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
