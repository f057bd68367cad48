import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { ROOT } from './stack.ts';

/** Runs every check that needs no running product, the fastest first. */
const migrations = globSync('apps/server/migrations/[0-9]*.sql', { cwd: ROOT }).sort();
const steps: readonly [what: string, command: string, ...args: string[]][] = [
  ['format, lint, import arrows', 'biome', 'check', '--error-on-warnings', '.'],
  ['types: contract', 'tsc', '-p', 'packages/contract'],
  ['types: server', 'tsc', '-p', 'apps/server'],
  ['types: sandbox', 'tsc', '-p', 'apps/sandbox'],
  ['types: web', 'tsc', '-p', 'apps/web'],
  ['types: tools, proofs and e2e', 'tsc', '-p', '.'],
  ['dead code', 'knip'],
  ['migrations', 'squawk', ...migrations],
  ['lockfile', 'node', 'tools/check-lockfile.ts'],
  ['printed files', 'node', 'tools/generate.ts', '--verify'],
];

for (const [what, command, ...args] of steps) {
  const began = Date.now();
  const inPath = { ...process.env, PATH: `${ROOT}/node_modules/.bin:${process.env['PATH']}` };
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: ROOT, encoding: 'utf8', env: inPath });
  if (status !== 0) {
    console.error(`${stdout}${stderr}\n✗ ${what}`);
    process.exit(1);
  }
  console.log(`✓ ${what} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
}
