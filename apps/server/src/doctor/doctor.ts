import { type Config, readConfig, refuseSecretsInEnvironment } from '#platform/config.ts';
import { CHECKS, type Check } from './checks.ts';
import { judgeNode } from './judge.ts';
import { openSite, type Site } from './site.ts';
import { type Finding, fail, ok, type Verdict, warn } from './verdict.ts';

type Variables = Record<string, string | undefined>;

/**
 * Examines an installation and changes nothing in its database. `readers` replaces what a test must decide itself,
 * such as the clock.
 */
export async function examine(environment: Variables, readers: Partial<Site> = {}): Promise<Finding[]> {
  const node = { check: 'Node', ...judgeNode(process.version) };
  let config: Config;
  try {
    config = readConfig(environment);
    refuseSecretsInEnvironment(config, environment);
  } catch (error) {
    return [node, { check: 'settings', ...fail(wordsOf(error)) }];
  }
  const site = { ...(await openSite(config, environment)), ...readers };
  const findings: Finding[] = [node, { check: 'settings', ...ok('every setting is valid') }];
  const missing = new Set<Check['needs']>();
  for (const check of CHECKS) {
    const verdict = missing.has(check.needs)
      ? warn(`Not checked: there is no connection as role ${check.needs}.`)
      : await verdictOf(check, site);
    findings.push({ check: check.name, ...verdict });
    if (verdict.state === 'ok') continue;
    if (check.name === 'role app') missing.add('app');
    if (check.name === 'role owner') missing.add('owner');
  }
  await site.close();
  return findings;
}

async function verdictOf(check: Check, site: Site): Promise<Verdict> {
  try {
    return await check.run(site);
  } catch (error) {
    return fail(wordsOf(error));
  }
}

/** The message of an error on one line. A refused connection has no message, only a code. */
function wordsOf(error: unknown): string {
  const { message, code } = Object(error) as { message?: string; code?: string };
  return (message || code || String(error)).replaceAll(/\s+/g, ' ').trim();
}
