import { spawn } from 'node:child_process';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../../tools/stack.ts';
import { argOf, isShort } from '../kit/arguments.ts';
import { countOf, note, show } from '../kit/figures.ts';
import type { Place } from '../kit/proof.ts';

/** Journeys over registers, catalogue, stock, jobs, history and marketplaces. */
const FEW = 'marcas produtos inventario lotes historico contas';

/**
 * Runs the journeys of an earlier revision on the schema of this one. The earlier one is built in its own folder, with its
 * own packages. Only its release step is replaced: it runs the migrations and the pg-boss of this revision.
 */
export async function provePrevious({ folder, port }: Place, revision: string): Promise<void> {
  const checkout = join(folder, 'previous');
  await run(ROOT, 'git', ['clone', '--quiet', ROOT, checkout]);
  await run(checkout, 'git', ['checkout', '--quiet', revision]);
  await run(checkout, 'pnpm', ['install', '--frozen-lockfile', '--prefer-offline', '--silent']);
  await run(checkout, 'pnpm', ['build']);
  const server = (root: string, path: string) => join(root, 'apps/server', path);
  const step = pathToFileURL(server(ROOT, 'src/main.migrate.ts')).href;
  await writeFile(server(checkout, 'src/main.migrate.ts'), `await import('${step}');\n`);
  await copyFile(server(ROOT, 'migrations/roles.sql'), server(checkout, 'migrations/roles.sql'));
  note(`${revision} is built, and its release step is the one of this revision`);

  const chosen = argOf('journeys') ?? (isShort ? FEW.replaceAll(' ', ',') : '');
  const journeys = chosen
    .split(',')
    .filter(Boolean)
    .map((name) => `e2e/${name}.spec.ts`);
  const results = join(folder, 'journeys.json');
  const args = ['exec', 'playwright', 'test', '--reporter=json', '--workers=2', ...journeys];
  // A journey that fails makes Playwright end with 1. The figures below say which.
  await run(checkout, 'pnpm', args, { E2E_PORT: String(port), PLAYWRIGHT_JSON_OUTPUT_NAME: results }).catch(
    () => {},
  );
  const { stats, suites, errors }: Results = JSON.parse(await readFile(results, 'utf8'));
  const failed = [...errors.map(({ message }) => message), ...suites.flatMap(failedIn)];
  show([
    { name: 'journeys of the previous release that pass', value: stats.expected, bar: { min: 1 } },
    countOf('journeys of the previous release that fail', failed, `${revision} on this schema`),
  ]);
}

interface Suite {
  suites?: Suite[];
  specs: { title: string; file: string; ok: boolean }[];
}

interface Results {
  stats: { expected: number };
  suites: Suite[];
  errors: { message: string }[];
}

const failedIn = ({ specs, suites = [] }: Suite): string[] => [
  ...specs.filter(({ ok }) => !ok).map(({ file, title }) => `${file}: ${title}`),
  ...suites.flatMap(failedIn),
];

function run(cwd: string, command: string, args: string[], env: Record<string, string> = {}): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${command} ${args.join(' ')} ended with ${code}`)),
    );
  });
}
