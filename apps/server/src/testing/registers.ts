import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { RouteEntry } from '#platform/http.ts';
import type { Client, Harness } from './harness.ts';
import { bodySaying } from './isolation.routes.ts';

/** A register as its routes and its table describe it, with bodies that both accept. */
export interface Register {
  url: string;
  table: string;
  /** A new record of this client saying the text wherever it fits; what must be unique is so. */
  input(client: Client, text: string): Promise<Record<string, unknown>>;
  /** The same for a change, but for `versao`. */
  change(client: Client, text: string): Promise<Record<string, unknown>>;
}

/** Every register there is: its records are created at an address, changed and deleted by their id below it. */
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
    if (!create.config.tenant || create.config.file) continue;
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

/** Fields that must name a record of another register. */
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
