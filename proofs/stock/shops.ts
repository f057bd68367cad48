import type pg from 'pg';
import { aPerson, aSession, cookieOf } from '../../apps/server/src/testing/people.ts';
import { NO_ADDRESS } from '../kit/records.ts';
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
  const marca_id = await create('/api/marcas', { nome: 'Bosch', descricao: null, logo_url: null });
  const categoria_id = await create('/api/categorias', { nome: 'Filtros', descricao: null, parent_id: null });
  const fornecedor_id = await create('/api/fornecedores', {
    nome: 'Autopeças Aurora Ltda',
    cpf_cnpj: '19.131.243/0001-97',
    email: 'vendas@aurora.com.br',
    telefone: null,
    ...NO_ADDRESS,
  });
  const depositos: string[] = [];
  for (let n = 0; n < DEPOSITOS; n++)
    depositos.push(await create('/api/depositos', { nome: `Depósito ${n}`, descricao: null, ...NO_ADDRESS }));
  const own: string[] = [];
  for (let n = 0; n < produtos; n++)
    own.push(
      await create('/api/produtos', {
        nome: `Filtro ${n}`,
        sku: `FLT-${n}`,
        marca_id,
        categoria_id,
        fornecedor_id,
        cod_referencia: [],
        custo_unitario: '10',
        preco_venda: '25',
        fotos: [],
        depositos: depositos.map((deposito_id) => ({ deposito_id, quantidade: '20', quantidade_lida: null })),
      }),
    );
  return { cookie, produtos: own, depositos };
}
