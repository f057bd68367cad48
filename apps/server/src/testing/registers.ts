import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { RouteEntry } from '#platform/http/http.ts';
import type { Client, Harness } from './harness.ts';
import { bodySaying } from './isolation/routes.ts';

/** A register, derived from its routes and its table, with valid bodies. */
export interface Register {
  url: string;
  table: string;
  /**
   * Returns a body for a new record. Every field that accepts the text contains it, and fields of a unique
   * key have unique values.
   */
  input(client: Client, text: string): Promise<Record<string, unknown>>;
  /** Returns the same kind of body for a change, without `versao`. */
  change(client: Client, text: string): Promise<Record<string, unknown>>;
}

/** Finds every register: a route with POST that also has PUT and DELETE by id, and a trash. */
export async function registersOf({ app, sql }: Pick<Harness, 'app' | 'sql'>): Promise<Register[]> {
  const route = (method: string, url: string) =>
    app.routeInventory.find((each) => each.method === method && each.url === url);
  const registers: Register[] = [];

  async function bodyOf(entry: RouteEntry, table: string, client: Client, text: string) {
    const references: Record<string, string> = {};
    for (const field of requiredIds(entry)) {
      const register = registers.find(({ table: other }) => other.startsWith(field.replace(/_id$/, '')));
      if (!register) throw new Error(`${entry.url}: no register for ${field}`);
      const response = await client.post(register.url, await register.input(client, text));
      references[field] = response.json().id;
    }
    const unique = await uniqueColumns(sql, table);
    const distinct = Object.fromEntries(unique.map((column) => [column, `${text}-${randomUUID()}`]));
    return { ...bodySaying(entry, text), ...references, ...distinct };
  }

  for (const create of app.routeInventory) {
    const update = route('PUT', `${create.url}/:id`);
    if (create.method !== 'POST' || !update || !route('DELETE', `${create.url}/:id`)) continue;
    if (!create.config.tenant || create.config.file || !route('GET', `${create.url}/lixeira`)) continue;
    const table = create.url.split('/').at(-1) ?? '';
    registers.push({
      url: create.url,
      table,
      input: (client, text) => bodyOf(create, table, client, text),
      change: (client, text) => bodyOf(update, table, client, text),
    });
  }
  return registers;
}

/** Returns the fields that must name a record of another register. */
function requiredIds({ body }: RouteEntry): string[] {
  const { properties = {} } = body ? z.toJSONSchema(body, { io: 'input' }) : {};
  return Object.entries(properties).flatMap(([name, schema]) =>
    typeof schema === 'object' && schema.format === 'uuid' ? [name] : [],
  );
}

async function uniqueColumns(sql: Harness['sql'], table: string): Promise<string[]> {
  const columns = await sql(
    `select a.attname as name from pg_constraint k
     join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any (k.conkey)
     where k.contype = 'u' and k.conrelid = $1::regclass and a.atttypid = 'text'::regtype`,
    [table],
  );
  return columns.map(({ name }) => name);
}
