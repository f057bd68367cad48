import type { Aviso } from '@prumo/contract/endpoint.ts';
import { expect } from 'vitest';
import type { Client, Harness } from './harness.ts';

/** Calls one register through its API. Bodies are valid except for the fields that a test sets. */
export function registerAt<Row extends { id: string; versao: number }, Input extends object>(
  path: string,
  blank: Input,
) {
  return {
    path,
    blank,
    async create(client: Client, input: Partial<Input> = {}): Promise<Row & { avisos: Aviso[] }> {
      const response = await client.post(path, { ...blank, ...input });
      expect(response.statusCode, response.body).toBe(201);
      return recordIn(response);
    },
    async read(client: Client, { id }: { id: string }): Promise<Row> {
      const response = await client.get(`${path}/${id}`);
      expect(response.statusCode, response.body).toBe(200);
      return response.json();
    },
    async change(client: Client, { id, versao }: Row, input: Partial<Input>): Promise<Row> {
      const response = await client.put(`${path}/${id}`, { ...blank, ...input, versao });
      expect(response.statusCode, response.body).toBe(200);
      return recordIn(response);
    },
    /** Returns, for each field, the sentence with which the server refuses a new record. */
    async refusal(client: Client, input: Partial<Input>): Promise<Record<string, string>> {
      const response = await client.post(path, { ...blank, ...input });
      expect(response.statusCode, response.body).toBe(422);
      return response.json().campos;
    },
    async list(client: Client, query = ''): Promise<Row[]> {
      const response = await client.get(`${path}${query}`);
      expect(response.statusCode, response.body).toBe(200);
      return response.json().itens;
    },
    search(client: Client, busca: string): Promise<Row[]> {
      return this.list(client, `?busca=${encodeURIComponent(busca)}`);
    },
  };
}

/** Returns the saved record without its `lote`. */
function recordIn(response: { json(): unknown }) {
  const { lote, ...record } = response.json() as Record<string, unknown>;
  expect(lote).toEqual(expect.any(String));
  // The server validates its answers against the contract, so the shape is known.
  return record as never;
}

/** Returns, for each column, whether it may be null. */
export async function columnsIn(sql: Harness['sql'], table: string): Promise<Record<string, boolean>> {
  const columns = await sql(
    `select column_name as name, is_nullable = 'YES' as nullable from information_schema.columns
     where table_schema = 'public' and table_name = $1`,
    [table],
  );
  return Object.fromEntries(columns.map(({ name, nullable }) => [name, nullable]));
}
