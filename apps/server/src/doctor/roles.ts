import { fail, ok, type Verdict, warn, worst } from './verdict.ts';

/** A role as `roles.sql` creates it, or as the cluster has it. */
export interface Role {
  superuser: boolean;
  login: boolean;
  bypassRls: boolean;
  settings: ReadonlyMap<string, string>;
}

/** Reads the roles that the file creates, with their attributes and settings. */
export function wantedRoles(rolesSql: string): Map<string, Role> {
  const created = [...rolesSql.matchAll(/create role (\w+)((?: \w+)+);/g)];
  const set = [...rolesSql.matchAll(/^alter role (\w+) set (\w+) = '?([^';]+)'?;/gm)];
  return new Map(
    created.map(([, name = '', attributes = '']) => [
      name,
      {
        superuser: false,
        login: / login\b/.test(attributes),
        bypassRls: / bypassrls\b/.test(attributes),
        settings: new Map(
          set.flatMap(([, role, key = '', value = '']) => (role === name ? [[key, value] as const] : [])),
        ),
      },
    ]),
  );
}

const AGAIN = 'Run roles.sql again as the administrator of the cluster.';

/** Compares the attributes of the roles. A wrong one opens the rows of every empresa, or closes them to a migration. */
export function judgeRoles(wanted: ReadonlyMap<string, Role>, found: ReadonlyMap<string, Role>): Verdict {
  const verdicts = [...wanted].flatMap(([name, role]) => {
    const has = found.get(name);
    if (!has) return fail(`Role ${name} is missing. ${AGAIN}`);
    return [
      has.superuser ? fail(`Role ${name} is a superuser: alter role ${name} nosuperuser.`) : ok(''),
      has.login === role.login
        ? ok('')
        : fail(`Role ${name} is wrong: alter role ${name} ${role.login ? 'login' : 'nologin'}.`),
      has.bypassRls === role.bypassRls
        ? ok('')
        : fail(`Role ${name} is wrong: alter role ${name} ${role.bypassRls ? 'bypassrls' : 'nobypassrls'}.`),
    ];
  });
  return worst(verdicts, `${[...wanted.keys()].join(', ')} have the rights of roles.sql`);
}

/** Without these the product writes wrong instants or finds no table, so another value is no choice of the operator. */
const NEVER_OTHERWISE = new Set(['timezone', 'search_path']);

/** Compares the settings of the roles, mostly time limits. */
export function judgeRoleSettings(
  wanted: ReadonlyMap<string, Role>,
  found: ReadonlyMap<string, Role>,
): Verdict {
  const verdicts = [...wanted].flatMap(([name, { settings }]) =>
    [...settings].map(([key, value]) => {
      const has = found.get(name)?.settings.get(key);
      if (has === undefined) return fail(`Role ${name} has no ${key}, roles.sql sets ${value}. ${AGAIN}`);
      if (inMilliseconds(has) === inMilliseconds(value)) return ok('');
      const words = `Role ${name} has ${key} = ${has}, roles.sql sets ${value}.`;
      return NEVER_OTHERWISE.has(key) ? fail(`${words} ${AGAIN}`) : warn(words);
    }),
  );
  return worst(verdicts, 'the roles have the time zone and the time limits of roles.sql');
}

const UNITS: Record<string, number> = { ms: 1, s: 1000, min: 60_000, h: 3_600_000 };

/** A time limit as a number of milliseconds, in whichever unit it is written; every other value in lower case. */
function inMilliseconds(value: string): string {
  const [, amount = '', unit = 'ms'] = /^([\d.]+) ?(ms|s|min|h)?$/.exec(value) ?? [];
  return amount === '' ? value.toLowerCase() : String(Number(amount) * (UNITS[unit] ?? 1));
}

/** A connection as another role than its own sees too much, or nothing. */
export const judgeLogin = (setting: string, wanted: string, found: string): Verdict =>
  wanted === found
    ? ok(`connects as ${found}`)
    : fail(`${setting} connects as ${found}. Use the connection of role ${wanted}.`);
