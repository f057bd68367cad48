import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build, transform } from 'esbuild';
import { currentRelease } from './package/deb.ts';
import { EXTERNALS } from './package/externals.ts';
import { writeChange, writeReleases } from './releases.ts';
import { ROOT } from './stack.ts';

/**
 * Builds the files that production runs: the web into apps/web/dist, the server's processes as bundles into
 * apps/server/dist. `--previous=<folder>` names the apps/web/dist of the running release, so that pages opened before
 * this release still find their chunks.
 */
const { values } = parseArgs({ options: { previous: { type: 'string' } } });
const server = join(ROOT, 'apps/server');
const dist = join(server, 'dist');

const { status } = spawnSync('pnpm', ['exec', 'vite', 'build', '--logLevel', 'warn'], {
  cwd: join(ROOT, 'apps/web'),
  stdio: 'inherit',
});
if (status !== 0) process.exit(status ?? 1);

// Vite copies the files of `public` as they are. This one is part of the first load of every page.
const firstPaint = join(ROOT, 'apps/web/dist/first-paint.js');
await writeFile(firstPaint, (await transform(await readFile(firstPaint, 'utf8'), { minify: true })).code);

// The server reads this list of screens and answers 404 to every other address.
const tree = await readFile(join(ROOT, 'apps/web/src/routeTree.gen.ts'), 'utf8');
const screens = [...(/fullPaths:([^;]+);/.exec(tree)?.[1] ?? '').matchAll(/'([^']+)'/g)].map(
  ([, path]) => path,
);
if (!screens.includes('/')) throw new Error('routeTree.gen.ts does not list the screens as `fullPaths`.');
await writeFile(join(ROOT, 'apps/web/dist/screens.json'), JSON.stringify(screens));

await writeReleases(
  join(ROOT, 'apps/web/dist'),
  // Two builds of one commit are equal. A build that carries files of an earlier release counts their days from now.
  values.previous && !process.env['SOURCE_DATE_EPOCH']
    ? Math.floor(Date.now() / 1000)
    : currentRelease().epoch,
  values.previous && resolve(values.previous),
);

await writeChange(join(ROOT, 'apps/web/dist'), await readFile(join(ROOT, 'CHANGELOG.md'), 'utf8'));

// The build compresses each file once, at the highest level, so the server need not compress at every request.
for (const name of globSync('**/*.{js,css,svg,html}', { cwd: join(ROOT, 'apps/web/dist') })) {
  const file = join(ROOT, 'apps/web/dist', name);
  const content = await readFile(file);
  await writeFile(`${file}.br`, brotliCompressSync(content));
  await writeFile(`${file}.gz`, gzipSync(content, { level: 9 }));
}

await rm(dist, { recursive: true, force: true });
await build({
  absWorkingDir: server,
  entryPoints: {
    'main.prumo': 'src/main.prumo.ts',
    'main.http': 'src/main.http.ts',
    'main.worker': 'src/main.worker.ts',
    'main.migrate': 'src/main.migrate.ts',
    'main.reset-two-step': 'src/main.reset-two-step.ts',
    'main.check-atividade': 'src/main.check-atividade.ts',
    'main.check-stock': 'src/main.check-stock.ts',
    'main.reseal': 'src/main.reseal.ts',
    'main.doctor': 'src/main.doctor.ts',
    'main.backup': 'src/main.backup.ts',
    'main.verify': 'src/main.verify.ts',
    'main.restore': 'src/main.restore.ts',
    'main.recover': 'src/main.recover.ts',
    'main.release': 'src/main.release.ts',
    'images.process': 'src/platform/images/images.process.ts',
  },
  outdir: dist,
  bundle: true,
  splitting: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  sourcemap: true,
  logLevel: 'warning',
  external: [...EXTERNALS, 'pg-native'],
  // Bundled CommonJS packages still use these names, which ES modules lack.
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url); const __filename = import.meta.filename; const __dirname = import.meta.dirname;",
  },
});
await cp(join(server, 'migrations'), join(dist, 'migrations'), { recursive: true });
