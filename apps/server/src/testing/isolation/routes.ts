import * as z from 'zod';
import type { App, RouteEntry } from '#platform/http/http.ts';
import type { Client } from '#testing/harness.ts';
import { type Sql, tenantTables } from './catalogue.ts';

interface Options {
  app: App;
  sql: Sql;
  stranger: Client;
  /** The empresa whose rows carry the canary text. */
  a: { empresaId: string; canary: string };
  /** Signs a person of another empresa in. Each route gets a new person, because one route signs out. */
  aStrangerInside: () => Promise<Client & { userId: string }>;
}

/** Routes about the signed-in person, which need no empresa. */
const OF_THE_PERSON =
  /^\/api\/(perfil|sessoes|google|empresas|minhas-empresas|convites|exportacoes\/arquivo)(\/|$)/;

/** Calls every route without a session and as another empresa, with the ids of A's rows in the path and the body. */
export async function routeFindings({ app, sql, stranger, a, aStrangerInside }: Options): Promise<string[]> {
  const findings: string[] = [];
  const ids = await idsOf(sql, a.empresaId);
  const before = await fingerprint(sql, a.empresaId);
  for (const route of app.routeInventory) {
    if (!isProduct(route)) continue;
    const label = `${route.method} ${route.url}`;
    if (route.config.auth === 'session') {
      const { statusCode } = await call(stranger, route, ids[0] ?? '', ids);
      if (statusCode !== 401) findings.push(`${label}: a stranger gets ${statusCode}`);
    }
    const b = await aStrangerInside();
    for (const id of route.url.includes('/:') ? ids : [ids[0] ?? '']) {
      const { statusCode, payload, headers } = await call(b, route, id, ids);
      if (`${payload}${JSON.stringify(headers)}`.includes(a.canary))
        findings.push(`${label}: shows a row of A to B`);
      if (route.url.includes('/:') && route.config.auth === 'session' && statusCode !== 404)
        findings.push(`${label}: answers ${statusCode} to B for a row of A`);
    }
    if (route.config.auth === 'session' && !route.config.tenant && !OF_THE_PERSON.test(route.url))
      findings.push(`${label}: signed in, but without tenant scope`);
  }
  if ((await fingerprint(sql, a.empresaId)) !== before) findings.push('a call of B changed a row of A');
  return findings;
}

/** True for the routes of the product. The others serve the API documentation and the built web. */
export const isProduct = ({ url }: RouteEntry) => !url.startsWith('/api/docs') && !url.includes('*');

export async function idsOf(sql: Sql, empresaId: string): Promise<string[]> {
  const ids = new Set<string>();
  for (const table of await tenantTables(sql)) {
    const columns = await sql(
      `select column_name from information_schema.columns where table_name = $1 and data_type = 'uuid' and column_name <> 'user_id'`,
      [table],
    );
    for (const { column_name } of columns)
      for (const { id } of await sql(
        `select distinct ${column_name} as id from ${table} where empresa_id = $1 limit 5`,
        [empresaId],
      ))
        if (id) ids.add(String(id));
  }
  for (const table of ['sessions', 'factors', 'events', 'emails'])
    for (const { id } of await sql(
      `select id from auth.${table} where user_id in (select user_id from membros where empresa_id = $1) limit 5`,
      [empresaId],
    ))
      ids.add(String(id));
  return [...ids];
}

/** The rows of an empresa and the accounts of its people. */
export async function fingerprint(sql: Sql, empresaId: string): Promise<string> {
  const parts = [await rowsFingerprint(sql, empresaId, 'notes')];
  for (const table of ['accounts', 'sessions', 'factors', 'backup_codes', 'devices', 'events', 'emails']) {
    const [row] = await sql(
      `select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as hash from auth.${table} t
       where user_id in (select user_id from membros where empresa_id = $1)`,
      [empresaId],
    );
    parts.push(`auth.${table} ${row?.['hash']}`);
  }
  return parts.join('\n');
}

/** What a call notes about its own person in the empresa of its page although it reads or is refused there. */
const NOTES = {
  tables: ['atividades_pendentes', 'atividades_recusas'],
  lines: "(tabela = 'atividades' and depois ->> 'tipo' in ('acesso_recusado', 'exportacao'))",
};

/** Finds such notes about a person who never belonged to the empresa. */
export async function foreignNotes(sql: Sql): Promise<string[]> {
  const rows = await sql(
    `select distinct h.depois ->> 'tipo' as tipo from historico h where ${NOTES.lines}
     and not exists (select from membros m where m.empresa_id = h.empresa_id and m.user_id = h.user_id)`,
  );
  return rows.map(({ tipo }) => `a person outside the empresa made a line ${tipo}`);
}

export async function rowsFingerprint(sql: Sql, empresaId: string, notes: 'notes' | ''): Promise<string> {
  const hashOf = (table: string, column: string) =>
    `select '${table}' as name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as hash
     from ${table} t where ${column} = $1 ${table === 'historico' && !notes ? `and not ${NOTES.lines}` : ''}`;
  const tables = (await tenantTables(sql)).filter((table) => notes || !NOTES.tables.includes(table));
  const hashes = [hashOf('empresas', 'id'), ...tables.map((table) => hashOf(table, 'empresa_id'))];
  const rows = await sql(`${hashes.join(' union all ')} order by 1`, [empresaId]);
  return rows.map(({ name, hash }) => `${name} ${hash}`).join('\n');
}

function call(client: Client, route: RouteEntry, id: string, ids: string[]) {
  const path = route.url.replaceAll(/:\w+/g, id);
  if (route.method === 'GET') return client.get(`${path}?${queryOf(route, ids)}`);
  if (route.method === 'DELETE') return client.delete(path);
  if (route.config.file) return client.upload(path, Buffer.from('canario'));
  const body = bodyOf(route, ids);
  return route.method === 'PUT' ? client.put(path, body ?? {}) : client.post(path, body);
}

/** Returns a body that the schema accepts, so that the call reaches the handler. */
export const bodyOf = (route: RouteEntry, ids: string[]) => filled(route, { ids, text: null });

/** Returns the parameters of the query without which the schema refuses a call. */
export function queryOf({ querystring }: RouteEntry, ids: string[]): URLSearchParams {
  if (!querystring) return new URLSearchParams();
  const schema = z.toJSONSchema(querystring, { io: 'input' });
  const needed = Object.entries(schema.properties ?? {}).filter(([name]) => schema.required?.includes(name));
  const values = sample({ properties: Object.fromEntries(needed) }, { ids, text: null });
  return new URLSearchParams(values as Record<string, string>);
}

/** Returns a valid body with this text in every text field that accepts it. */
export const bodySaying = (route: RouteEntry, text: string) => filled(route, { ids: [], text });

interface Filling {
  ids: string[];
  text: string | null;
}

const filled = ({ body }: RouteEntry, filling: Filling) =>
  body ? sample(z.toJSONSchema(body, { io: 'input' }), filling) : undefined;

type Schema = z.core.JSONSchema.BaseSchema;

function sample(schema: Schema, { ids, text }: Filling): object {
  let instants = 0;
  const value = (each: Schema): unknown => {
    const options = each.anyOf ?? each.oneOf;
    if (options) {
      const [first] = options;
      const isPlainText = first?.type === 'string' && !first.format && !first.pattern;
      return options.some(({ type }) => type === 'null') && !(text && isPlainText)
        ? null
        : value(first ?? {});
    }
    if (each.type === 'array') return [];
    if (each.type === 'object') return object(each);
    if (each.type === 'integer' || each.type === 'number') return 1;
    if (each.type === 'boolean') return true;
    if (each.format === 'uuid') return ids[0];
    // The instants ascend, because the second instant of a body is the end of a period.
    if (each.format === 'date-time') return new Date(Date.UTC(2026, 9 + instants++)).toISOString();
    if (each.format === 'date') return '2026-11-01';
    if (each.format === 'uri') return 'http://localhost:5173';
    if (each.format === 'email') return `${text ?? 'alguem'}@exemplo.com.br`;
    if (each.enum) return each.enum[0];
    if (isDecimal(each)) return '1';
    return text && text.length <= (each.maxLength ?? Number.POSITIVE_INFINITY) ? text : 'valor-de-teste';
  };
  const isDecimal = ({ pattern }: Schema) =>
    pattern !== undefined && new RegExp(pattern).test('1.5') && !new RegExp(pattern).test('a');
  const object = ({ properties = {} }: Schema): object =>
    Object.fromEntries(
      Object.entries(properties as Record<string, Schema>).map(([name, each]) => [name, value(each)]),
    );
  return object(schema);
}
