import * as z from 'zod';
import type { Database } from './db.ts';
import { unavailable } from './errors.ts';
import type { App } from './http.ts';

const config = { auth: 'anonymous', tenant: false, cost: 'read' } as const;
const schema = { hide: true, response: { 200: z.object({ status: z.string() }) } };

/** Alive: the process answers. Ready: it can also reach its database and is not on its way out. */
export function addHealth(app: App, db: Database): { leave(): void } {
  let leaving = false;
  app.route({ method: 'GET', url: '/healthz', config, schema, handler: async () => ({ status: 'ok' }) });
  app.route({
    method: 'GET',
    url: '/readyz',
    config,
    schema,
    handler: async () => {
      if (leaving) throw unavailable();
      await db.global('select 1');
      return { status: 'ok' };
    },
  });
  return {
    leave: () => {
      leaving = true;
    },
  };
}
