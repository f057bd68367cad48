import type { CDPSession, Page } from '@playwright/test';

export interface Place {
  page: Page;
  devtools: CDPSession;
  /** The process that answers requests. */
  httpPid: number;
}

/** A disturbance that begins before a step. The function that it returns ends it. */
export type Fault = (place: Place) => Promise<() => Promise<unknown>>;

const UNLIMITED = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };

const conditions =
  (limits: Partial<typeof UNLIMITED>): Fault =>
  async ({ devtools }) => {
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', { ...UNLIMITED, ...limits });
    return () => devtools.send('Network.emulateNetworkConditions', UNLIMITED);
  };

/** How long a fault lasts after the step was tried. */
export const LASTS_MS = { short: 1500, full: 6000 };

export const FAULTS = {
  offline: conditions({ offline: true }),
  slow: conditions({ latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }),
  /** The process is there and accepts connections, and answers nothing. */
  stopped: async ({ httpPid }: Place) => {
    process.kill(httpPid, 'SIGSTOP');
    return async () => process.kill(httpPid, 'SIGCONT');
  },
  /** A release replaces the files that this page has not loaded yet, and nobody kept the old ones. */
  release: async ({ page }: Place) => {
    await page.route(/\/assets\//, (route) => route.fulfill({ status: 404, body: '{}' }));
    return () => page.unroute(/\/assets\//);
  },
} satisfies Record<string, Fault>;
