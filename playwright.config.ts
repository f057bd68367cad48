import { defineConfig } from '@playwright/test';
import { PORT } from './e2e/setup.ts';

/** Debian's Chromium; the rules keep it from looking up anything outside this machine. */
export const launchOptions = {
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
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
  workers: 2,
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
