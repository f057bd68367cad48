import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { PORT } from './e2e/setup.ts';

/** The same engine without a window system; it runs all journeys in a third less time. */
const SHELL = '/usr/bin/chromium-headless-shell';
export const CHROMIUM = '/usr/bin/chromium';

/** Debian's Chromium. The resolver rules keep it from reaching any host but this machine. */
export const launchOptions = {
  executablePath: process.env['CHROMIUM_PATH'] ?? (existsSync(SHELL) ? SHELL : CHROMIUM),
  args: [
    '--no-sandbox',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
    '--no-pings',
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
  ],
};

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: true,
  // Two cores can run three: on 2026-11-16, with about half of the present journeys, all took 523 s instead of the 717 s
  // that two at a time take. One server answers all.
  workers: Math.min(6, Math.max(3, availableParallelism())),
  // Generous, because CI has to pass beside a busy neighbour: a time limit only ends a journey that hangs.
  timeout: 240_000,
  expect: { timeout: 40_000 },
  reporter: [['list']],
  globalSetup: './e2e/setup.ts',
  use: {
    baseURL: `http://localhost:${PORT}`,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    // No trace: its recorder fetches from inside the page and breaks the content security policy the tests watch.
    screenshot: 'only-on-failure',
    launchOptions,
  },
});
