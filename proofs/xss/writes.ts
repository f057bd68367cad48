import { randomUUID } from 'node:crypto';
import { aCep } from '../../apps/sandbox/src/consultas/ceps.ts';
import { aCnpj } from '../../apps/sandbox/src/consultas/empresas.ts';
import type { RouteEntry } from '../../apps/server/src/platform/http/http.ts';
import { refusedPaths, type Schema, schemaOf } from '../../apps/server/src/testing/contract-schema.ts';
import type { Operator } from '../kit/product.ts';
import { put, type TextField, textFieldsOf, valueAt } from './fields.ts';
import { SHORT_PAYLOADS } from './payloads.ts';
import { SENHA, type Site } from './site.ts';

/** Routes that would end the empresa or the session of the person who fills the fields. */
const ENDING = /\/(exclusao|saida|transferencia|senha)(\/|$)|^\/api\/sessoes\/atual/;
/** A restauracao begins only in an empty empresa. */
const IN_AN_EMPTY_EMPRESA = '/api/restauracoes';
const MOST_TRIES = 6;

/** The order of the first writes: a produto names a marca, a categoria, a fornecedor and depositos. */
const FIRST = ['marcas', 'categorias', 'fornecedores', 'depositos', 'clientes', 'vendedores', 'produtos'];

interface Filled {
  /** Every text field of the contract, as `POST /api/marcas nome`, and how many payloads it stored. */
  stored: Map<string, number>;
  /** The payloads that the contract or the server refused in a field. */
  refused: Map<string, number>;
  /** Answers of 500 and above, except those about a service outside. */
  broken: string[];
}

type Known = Map<string, { id: string; versao: number }>;

/** Fills every text field of every route that writes with every payload. */
export async function fill(site: Site, operator: Operator, texts: readonly string[]): Promise<Filled> {
  const filled: Filled = { stored: new Map(), refused: new Map(), broken: [] };
  const known: Known = new Map();
  known.set('empresas', { id: operator.empresaId, versao: 1 });
  const routes = site.routes
    .filter((route) => route.method !== 'GET' && !ENDING.test(route.url) && textFieldsOf(route).length > 0)
    .sort((a, b) => placeOf(a) - placeOf(b));
  for (const route of routes)
    for (const { path } of textFieldsOf(route)) filled.stored.set(labelOf(route, path), 0);
  for (const [n, text] of texts.entries()) {
    if (n % 10 === 0) await site.confirm(operator);
    for (const route of routes) {
      const who = route.url === IN_AN_EMPTY_EMPRESA ? await site.anOperator(text) : operator;
      if (who !== operator) await site.confirm(who);
      await write(site, who, { route, text, n, known, filled });
    }
  }
  return filled;
}

const labelOf = ({ method, url }: RouteEntry, path: TextField['path']) =>
  `${method} ${url} ${path.join('.')}`;
const placeOf = ({ method, url }: RouteEntry) => {
  const at = FIRST.indexOf(nounOf(url));
  return (at === -1 ? FIRST.length : at) + (method === 'POST' && !url.includes(':') ? 0 : 100);
};
/** `/api/marcas/:id` belongs to marcas. */
const nounOf = (url: string) => url.split('/')[2] ?? '';

interface Write {
  route: RouteEntry;
  text: string;
  n: number;
  known: Known;
  filled: Filled;
}

async function write(
  site: Site,
  operator: Operator,
  { route, text, n, known, filled }: Write,
): Promise<void> {
  const { body: contract } = route;
  if (!contract) return;
  const base = sample(schemaOf(contract), { name: '', n, known, origin: site.origin }) as object;
  const fields = textFieldsOf(route);
  const hostile = structuredClone(base);
  const kept = new Set<TextField>(fields);
  for (const field of fields) put(hostile, field.path, fitting(text, field, n));
  const record = known.get(nounOf(route.url));
  if ('versao' in hostile && record)
    hostile.versao = await versaoOf(site, operator, nounOf(route.url), record);
  const give = (field: TextField) => {
    kept.delete(field);
    restore(hostile, base, field.path);
    const label = labelOf(route, field.path);
    filled.refused.set(label, (filled.refused.get(label) ?? 0) + 1);
  };
  const giveRefused = (names: readonly string[]) => {
    const refused = [...kept].filter(({ path }) => names.some((name) => path.join('.').startsWith(name)));
    for (const field of refused) give(field);
    return refused.length > 0;
  };
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    if (giveRefused(refusedPaths(contract, hostile))) continue;
    const path = route.url.replaceAll(/:(\w+)/g, () => record?.id ?? randomUUID());
    const answer = await site.ask(operator, route.method, path, hostile, { 'idempotency-key': randomUUID() });
    // Without its session the person would store no further payload.
    if (answer.status === 401 && route.config.auth === 'session' && (await isOut(site, operator)))
      throw new Error(`the session ended at ${route.method} ${route.url}`);
    // The proof runs no Google, and the product answers 502 while Google is silent.
    const isGoogle = answer.status === 502 && route.url.startsWith('/api/google/');
    if (answer.status >= 500 && !isGoogle)
      filled.broken.push(`${route.method} ${route.url}: ${answer.status} ${answer.text.slice(0, 100)}`);
    const parsed = (answer.text.startsWith('{') ? JSON.parse(answer.text) : {}) as Record<string, unknown>;
    if (answer.status >= 400) {
      if (answer.status === 422 && giveRefused(Object.keys(parsed['campos'] ?? {}))) continue;
      return;
    }
    for (const { path: at } of kept) {
      const label = labelOf(route, at);
      filled.stored.set(label, (filled.stored.get(label) ?? 0) + 1);
    }
    learn(known, route, parsed);
    return;
  }
}

/** The version of a record, which another write may have changed. */
async function versaoOf(
  site: Site,
  operator: Operator,
  noun: string,
  { id, versao }: { id: string; versao: number },
) {
  const { status, text } = await site.ask(operator, 'GET', `/api/${noun}/${id}`);
  return status === 200 ? Number(JSON.parse(text).versao ?? versao) : versao;
}

const isOut = async (site: Site, operator: Operator) =>
  (await site.ask(operator, 'GET', '/api/perfil')).status === 401;

function learn(known: Known, { url }: RouteEntry, answer: Record<string, unknown>): void {
  const { id, versao } = answer;
  // The person stays in the first empresa.
  if (typeof id === 'string' && nounOf(url) !== 'empresas')
    known.set(nounOf(url), { id, versao: Number(versao ?? 1) });
}

/** The payload, or a short one where the field has no place for it. */
const fitting = (text: string, { maxLength }: TextField, n: number): string => {
  if (text.length <= maxLength) return text;
  const short = SHORT_PAYLOADS.filter((each) => each.length <= maxLength);
  return short[n % Math.max(1, short.length)] ?? '<';
};

/** Puts the valid value back. A list that the base leaves empty is empty again. */
function restore(body: object, base: object, path: TextField['path']): void {
  const list = path.indexOf(0);
  const to = list > 0 && valueAt(base, path) === undefined ? path.slice(0, list) : path;
  put(body, to, structuredClone(valueAt(base, to)));
}

interface Sampled {
  name: string;
  n: number;
  known: Known;
  origin: string;
}

/** A value that the contract probably accepts. */
function sample(schema: Schema, at: Sampled): unknown {
  const variants = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])] as Schema[];
  if (variants.some(({ type }) => type === 'null')) return null;
  if (variants[0]) return sample(variants[0], at);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.type === 'object')
    return Object.fromEntries(
      Object.entries((schema.properties ?? {}) as Record<string, Schema>).map(([name, each]) => [
        name,
        sample(each, { ...at, name }),
      ]),
    );
  if (schema.type === 'array') {
    const items = (Array.isArray(schema.items) ? schema.items[0] : schema.items) as Schema;
    return Array.from({ length: schema.minItems ?? 0 }, () => sample(items, at));
  }
  if (schema.type === 'boolean') return true;
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(1, schema.minimum ?? 1);
  return sampleText(schema, at);
}

function sampleText(schema: Schema, { name, n, known, origin }: Sampled): string {
  if (schema.format === 'uuid') {
    const stem = name.replace(/_?ids?$/, '');
    return [...known].find(([noun]) => stem && noun.startsWith(stem))?.[1].id ?? randomUUID();
  }
  if (schema.format === 'date-time') return '2026-01-01T00:00:00Z';
  if (schema.format === 'date') return '2026-01-01';
  if (schema.format === 'email' || name === 'email') return `p${randomUUID()}@exemplo.com.br`;
  if (/^(nova_)?senha|confirmar_senha|senha_atual/.test(name)) return SENHA;
  if (name === 'cpf') return aCpf(n);
  if (/cnpj/.test(name)) return aCnpj(n);
  if (name === 'cep') return aCep(n);
  if (name === 'retorno') return origin;
  if (schema.pattern && new RegExp(schema.pattern).test('1.5')) return '1';
  return `Texto ${n}`.slice(0, schema.maxLength ?? 40);
}

/** A CPF with valid check digits. */
function aCpf(n: number): string {
  const digits = String(100_000_000 + n * 7919)
    .slice(0, 9)
    .split('')
    .map(Number);
  for (const length of [9, 10]) {
    const sum = digits.slice(0, length).reduce((total, digit, at) => total + digit * (length + 1 - at), 0);
    digits.push(((sum * 10) % 11) % 10);
  }
  return digits.join('');
}
