import { defineConfig } from 'vitest/config';

/** Generous, because CI has to pass beside a busy neighbour: a time limit only ends a test that hangs. */
const LIMITS = { testTimeout: 300_000, hookTimeout: 180_000, expect: { poll: { timeout: 60_000 } } };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'server',
          root: 'apps/server',
          include: ['src/**/*.test.ts'],
          globalSetup: [new URL('./tools/test-setup.ts', import.meta.url).pathname],
          ...LIMITS,
          // Each worker has its own database and processes. Tests often wait for time limits, so two cores can run
          // three.
          maxWorkers: 3,
          // A worker loads the modules once for all its files. No module keeps state that one test could leave for
          // another.
          isolate: false,
        },
      },
      { test: { ...LIMITS, name: 'sandbox', root: 'apps/sandbox', include: ['src/**/*.test.ts'] } },
      { test: { ...LIMITS, name: 'contract', root: 'packages/contract', include: ['src/**/*.test.ts'] } },
      { test: { ...LIMITS, name: 'web', root: 'apps/web', include: ['src/**/*.test.ts'] } },
      { test: { ...LIMITS, name: 'tools', root: 'tools', include: ['**/*.test.ts'] } },
      { test: { ...LIMITS, name: 'proofs', root: 'proofs', include: ['**/*.test.ts'] } },
    ],
  },
});
