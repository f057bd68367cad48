import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'server',
          root: 'apps/server',
          include: ['src/**/*.test.ts'],
          globalSetup: [new URL('./tools/test-setup.ts', import.meta.url).pathname],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          // Each brings its own database and processes; some wait for time limits, so two cores bear three.
          maxWorkers: 3,
          // A worker reads the modules once for all its files: none of them keeps anything a test could meet in another.
          isolate: false,
        },
      },
      { test: { name: 'sandbox', root: 'apps/sandbox', include: ['src/**/*.test.ts'] } },
      { test: { name: 'contract', root: 'packages/contract', include: ['src/**/*.test.ts'] } },
      { test: { name: 'web', root: 'apps/web', include: ['src/**/*.test.ts'] } },
      { test: { name: 'tools', root: 'tools', include: ['**/*.test.ts'] } },
    ],
  },
});
