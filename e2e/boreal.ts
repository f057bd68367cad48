import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { apiHeaders, expect, type Operator, sql } from './fixtures.ts';

interface Shop {
  empresaId: string;
  sku: string;
  quantidade: string;
}

/** Puts a produto with the code 90915-YZZD2 and its stock into an empresa. */
export async function stock(page: Page, { empresaId, sku, quantidade }: Shop): Promise<string> {
  const made = async (url: string, data: object): Promise<string> => {
    const headers = { ...apiHeaders, 'x-empresa': empresaId };
    const response = await page.request.post(url, { data, headers });
    expect(response.status(), await response.text()).toBe(201);
    return (await response.json()).id;
  };
  const nowhere = { cep: null, endereco: null, numero: null, complemento: null, bairro: null };
  const place = { ...nowhere, cidade: null, estado: null };
  const deposito_id = await made('/api/depositos', { ...place, nome: `Galpão ${sku}`, descricao: null });
  const pessoa = { nome: 'Sul', cpf_cnpj: '52998224725', email: 'a@exemplo.com.br', telefone: null };
  return made('/api/produtos', {
    nome: 'Filtro de óleo',
    sku,
    marca_id: await made('/api/marcas', { nome: 'Bosch', descricao: null, logo_url: null }),
    categoria_id: await made('/api/categorias', { nome: 'Freios', descricao: null, parent_id: null }),
    fornecedor_id: await made('/api/fornecedores', { ...place, ...pessoa }),
    cod_referencia: ['90915-YZZD2'],
    custo_unitario: '10.00',
    preco_venda: '25.90',
    fotos: [],
    depositos: [{ deposito_id, quantidade, quantidade_lida: null }],
  });
}

/** The person is also the dono of Boreal, which has 4 units. */
export async function boreal(page: Page, { userId }: Operator): Promise<string> {
  const id = randomUUID();
  await sql('insert into empresas (id, nome) values ($1, $2)', [id, 'Boreal']);
  await sql("insert into membros (empresa_id, user_id, papel) values ($1, $2, 'dono')", [id, userId]);
  await stock(page, { empresaId: id, sku: 'BOR-1', quantidade: '4' });
  return id;
}
