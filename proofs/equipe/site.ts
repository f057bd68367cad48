import type pg from 'pg';
import { NO_LIMITS, openProduct, type Stage } from '../kit/product.ts';

/** Three http processes that share one database. */
export interface Site {
  admin: pg.Pool;
  ports: readonly number[];
  /** Sends a request to the nth process; a number beyond the last process starts over at the first. */
  ask(process: number, request: Ask): Promise<{ status: number; text: string }>;
  close(): Promise<unknown>;
}

interface Ask {
  cookie: string;
  path: string;
  /** Without a method, a request with a body is a POST, and another one a GET. */
  method?: string;
  body?: object | undefined;
  headers?: Record<string, string>;
}

export async function openSite(stage: Stage, database: string, defect?: string): Promise<Site> {
  const product = await openProduct(stage, { database, settings: NO_LIMITS });
  if (defect) await product.admin.query(defect);
  const ports = [stage.port + 6, stage.port + 7, stage.port + 8];
  await Promise.all(ports.map((port) => product.serve({ PORT: String(port) })));
  return {
    admin: product.admin,
    ports,
    close: product.kill,
    async ask(process, { cookie, path, body, method = body ? 'POST' : 'GET', headers }) {
      const response = await fetch(`http://127.0.0.1:${ports[process % ports.length]}${path}`, {
        method,
        headers: {
          origin: product.origin,
          cookie,
          ...headers,
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      return { status: response.status, text: await response.text() };
    },
  };
}
