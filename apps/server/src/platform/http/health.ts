import pg from 'pg';
import * as z from 'zod';
import { unavailable } from '#platform/errors.ts';
import { remembered } from '#platform/remembered.ts';
import type { App } from './http.ts';

const config = { auth: 'anonymous', tenant: false, cost: 'read', right: null } as const;
const schema = { hide: true, response: { 200: z.object({ status: z.string() }) } };

/**
 * The state of the process. Alive (`/healthz`): the process answers. Ready (`/readyz`): it also reaches its
 * database and is not stopping.
 */
export interface Health {
  /** Returns the status of a health path, and undefined for every other path. */
  answer(path: string): Promise<200 | 503> | 200 | undefined;
  isReady(): Promise<boolean>;
  leave(): void;
  close(): Promise<void>;
}

/**
 * The time for which a result is cached, so that a flood of health checks costs one statement per interval.
 */
const KNOWN_MS = 500;
const TIME_LIMIT_MS = 3000;

/**
 * Checks the database on a dedicated connection. If the check used the shared pool, an overload would look
 * like an outage, and the load balancer would remove every process at the same moment.
 */
export function openHealth(options: {
  url: string;
  /** Multiplies the time limit of a check. */
  patience: number;
  onError: (error: Error) => void;
}): Health {
  const timeLimitMs = TIME_LIMIT_MS * options.patience;
  let leaving = false;
  let client: pg.Client | undefined;

  async function connect(): Promise<pg.Client> {
    const opened = new pg.Client({
      connectionString: options.url,
      connectionTimeoutMillis: timeLimitMs,
      query_timeout: timeLimitMs,
      application_name: 'prumo-health',
    });
    opened.on('error', (error) => {
      if (client === opened) client = undefined;
      options.onError(error);
    });
    await opened.connect();
    return opened;
  }

  async function ask(): Promise<boolean> {
    try {
      client ??= await connect();
      await client.query('select 1');
      return true;
    } catch {
      // This connection may hang, so the next check opens a new one.
      const broken = client;
      client = undefined;
      void broken?.end().catch(() => {});
      return false;
    }
  }

  let asked: Promise<boolean> | undefined;
  const askOnce = () => {
    asked = ask();
    return asked;
  };
  const isReached = remembered(KNOWN_MS, askOnce, () => performance.now());
  const isReady = async () => (await isReached()) && !leaving;

  return {
    isReady,
    answer(path) {
      if (path === '/healthz') return 200;
      if (path !== '/readyz') return undefined;
      return isReady().then((ready) => (ready ? 200 : 503));
    },
    leave: () => {
      leaving = true;
    },
    close: async () => {
      await asked;
      await client?.end();
    },
  };
}

export function addHealth(app: App, health: Health): void {
  for (const url of ['/healthz', '/readyz'])
    app.route({
      method: 'GET',
      url,
      config,
      schema,
      handler: async () => {
        if ((await health.answer(url)) !== 200) throw unavailable();
        return { status: 'ok' };
      },
    });
}
