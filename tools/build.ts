import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { ROOT } from './stack.ts';

/** What production runs: the web in apps/web/dist, the server's processes as bundles in apps/server/dist. */
const server = join(ROOT, 'apps/server');
const dist = join(server, 'dist');

const { status } = spawnSync('pnpm', ['exec', 'vite', 'build', '--logLevel', 'warn'], {
  cwd: join(ROOT, 'apps/web'),
  stdio: 'inherit',
});
if (status !== 0) process.exit(status ?? 1);

// Compressed once here, at the highest level, instead of at every request.
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
    'main.http': 'src/main.http.ts',
    'main.worker': 'src/main.worker.ts',
    'main.migrate': 'src/main.migrate.ts',
    'main.reset-two-step': 'src/main.reset-two-step.ts',
    'main.check-stock': 'src/main.check-stock.ts',
    'main.reseal': 'src/main.reseal.ts',
    'images.process': 'src/platform/images.process.ts',
  },
  outdir: dist,
  bundle: true,
  splitting: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  sourcemap: true,
  logLevel: 'warning',
  // Native code, and binaries found by their place in node_modules.
  external: ['sharp', '@resvg/resvg-js', '@node-rs/argon2', 'dbmate', 'pg-native'],
  // Bundled CommonJS packages still call these.
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url); const __filename = import.meta.filename; const __dirname = import.meta.dirname;",
  },
});
await cp(join(server, 'migrations'), join(dist, 'migrations'), { recursive: true });
