import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test('a process that imports the embedded PostgreSQL keeps its own exit code', () => {
  const script = `await import('./postgres.ts'); process.exitCode = 3;`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(status).toBe(3);
});
