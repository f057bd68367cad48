import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import { PORT } from './e2e/setup.ts';

/** The same engine without windows: a third less time for a run of the journeys. */
const SHELL = '/usr/bin/chromium-headless-shell';
export const CHROMIUM = '/usr/bin/chromium';

/** Debian's Chromium; the rules keep it from looking up anything outside this machine. */
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
  // Two cores bear three: all journeys in 523 s instead of 717, one run after the other.
  workers: 3,
  timeout: 30_000,
  expect: { timeout: 7000 },
  reporter: [['list']],
  globalSetup: './e2e/setup.ts',
  use: {
    baseURL: `http://localhost:${PORT}`,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    // No trace: its recorder fetches from the page and would break the policy the tests watch over.
    screenshot: 'only-on-failure',
    launchOptions,
  },
});
