import type { Aviso } from '@prumo/contract/endpoint.ts';
import { expect } from 'vitest';
import type { Client, Harness } from './harness.ts';

/** One register through its API, with bodies that are right but for what a test is about. */
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
    /** The sentences a new record is refused with, by field. */
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

/** What was saved, without the batch that saved it. */
function recordIn(response: { json(): unknown }) {
  const { lote, ...record } = response.json() as Record<string, unknown>;
  expect(lote).toEqual(expect.any(String));
  // The shape is the contract's, which the server itself holds its answers against.
  return record as never;
}

/** Column → may it be null? */
export async function columnsIn(sql: Harness['sql'], table: string): Promise<Record<string, boolean>> {
  const columns = await sql(
    `select column_name as name, is_nullable = 'YES' as nullable from information_schema.columns
     where table_schema = 'public' and table_name = $1`,
    [table],
  );
  return Object.fromEntries(columns.map(({ name, nullable }) => [name, nullable]));
}
