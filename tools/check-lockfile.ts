import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import floors from './floors.json' with { type: 'json' };

/**
 * Checks that an install fetches only reviewed packages. The lockfile must contain no address, every package
 * must have its hash, and no package may be below the version that fixed a reported vulnerability
 * (tools/floors.json). docs/dependencies.md gives the reasons for these versions.
 */
export function lockfileFindings(lockfile: string): string[] {
  const findings: string[] = [];
  for (const line of lockfile.match(/^.*(https?:\/\/|tarball:|git\+|registry).*$/gm) ?? [])
    findings.push(`the lockfile holds an address: ${line.trim()}`);
  const packages = lockfile.slice(lockfile.lastIndexOf('\npackages:'), lockfile.lastIndexOf('\nsnapshots:'));
  const entries = [...packages.matchAll(/^ {2}'?((?:@[^/]+\/)?[^@'\s]+)@([^:'(]+)'?:\n((?: {4}.*\n)+)/gm)];
  if (entries.length < 100)
    findings.push(
      `only ${entries.length} packages were read, because the format of the lockfile has changed`,
    );
  for (const [, name = '', version = '', body = ''] of entries) {
    if (!body.includes('integrity: sha512-')) findings.push(`${name}@${version} has no hash`);
    const floor = (floors as Record<string, string>)[name];
    if (floor === 'forbidden') findings.push(`${name} must not be used`);
    else if (floor && isBelow(version, floor)) findings.push(`${name}@${version} is below ${floor}`);
  }
  return findings;
}

function isBelow(version: string, floor: string): boolean {
  const numbers = (text: string) => text.split(/[.-]/).slice(0, 3).map(Number);
  const [a, b] = [numbers(version), numbers(floor)];
  for (let i = 0; i < 3; i++) if (a[i] !== b[i]) return (a[i] ?? 0) < (b[i] ?? 0);
  return false;
}

if (import.meta.main) {
  const findings = lockfileFindings(await readFile(join(import.meta.dirname, '../pnpm-lock.yaml'), 'utf8'));
  for (const finding of findings) console.error(finding);
  process.exit(findings.length ? 1 : 0);
}
