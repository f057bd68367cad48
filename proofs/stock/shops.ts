import type pg from 'pg';
import { aPerson, aSession, cookieOf } from '../../apps/server/src/testing/people.ts';
import { aDeposito, aProduto, someReferences } from '../kit/records.ts';
import { DEPOSITOS } from './attempts.ts';
import type { Shop } from './client.ts';

/** Creates an empresa with produtos through the API, with 20 units of each in every deposito. */
export async function aShop(admin: pg.Pool, api: string, origin: string, produtos: number): Promise<Shop> {
  const cookie = cookieOf(await aSession(admin, await aPerson(admin, 'Ana Souza')));
  const create = async (path: string, body: object): Promise<string> => {
    const headers = { cookie, origin, 'content-type': 'application/json' };
    const response = await fetch(`${api}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    const row = (await response.json()) as { id?: string };
    if (!row.id) throw new Error(`${path} created no record: ${JSON.stringify(row)}`);
    return row.id;
  };
  const references = await someReferences(create);
  const depositos: string[] = [];
  for (let n = 0; n < DEPOSITOS; n++) depositos.push(await aDeposito(create, `Depósito ${n}`));
  const own: string[] = [];
  for (let n = 0; n < produtos; n++)
    own.push(await aProduto(create, { ...references, nome: `Filtro ${n}`, sku: `FLT-${n}`, depositos }));
  return { cookie, produtos: own, depositos };
}
