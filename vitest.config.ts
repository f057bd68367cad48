import { defineConfig } from 'vitest/config';

const SHARED = {
  // Generous, because CI has to pass beside a busy neighbour: a time limit only ends a test that hangs.
  ...{ testTimeout: 300_000, hookTimeout: 180_000, expect: { poll: { timeout: 60_000 } } },
  setupFiles: [new URL('./tools/property-seed.ts', import.meta.url).pathname],
};

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'server',
          root: 'apps/server',
          include: ['src/**/*.test.ts'],
          globalSetup: [new URL('./tools/test-setup.ts', import.meta.url).pathname],
          ...SHARED,
          // Each worker has its own database and processes. Tests often wait for time limits, so two cores can run
          // three.
          maxWorkers: 3,
          // A worker loads the modules once for all its files. No module keeps state that one test could leave for
          // another.
          isolate: false,
        },
      },
      { test: { ...SHARED, name: 'sandbox', root: 'apps/sandbox', include: ['src/**/*.test.ts'] } },
      { test: { ...SHARED, name: 'contract', root: 'packages/contract', include: ['src/**/*.test.ts'] } },
      { test: { ...SHARED, name: 'web', root: 'apps/web', include: ['src/**/*.test.ts'] } },
      { test: { ...SHARED, name: 'tools', root: 'tools', include: ['**/*.test.ts'] } },
      { test: { ...SHARED, name: 'proofs', root: 'proofs', include: ['**/*.test.ts'] } },
    ],
  },
});
