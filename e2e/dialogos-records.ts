import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { anOperator, apiHeaders, expect, type Operator, sql } from './fixtures.ts';
import { aDeposito, aProduto, references, saldo } from './produtos-page.ts';
import { createRecord } from './register-walks.ts';

export async function someStock(page: Page) {
  const loja = await aDeposito(page, 'Loja');
  await aProduto(page, await references(page), { nome: 'Filtro', depositos: [saldo(loja.id, '12')] });
}

export async function withColleague({ empresaId }: Operator) {
  await anOperator({ name: 'Bruno Lima', empresaId, papel: 'administrador' });
}

/** The person is also the dono of Boreal, which has 4 units of a code that this empresa has too. */
export async function aRemessa(page: Page, { userId, empresaId }: Operator): Promise<void> {
  const boreal = randomUUID();
  await sql('insert into empresas (id, nome) values ($1, $2)', [boreal, 'Boreal']);
  await sql("insert into membros (empresa_id, user_id, papel) values ($1, $2, 'dono')", [boreal, userId]);
  for (const [empresa, sku] of [
    [boreal, 'BOR-1'],
    [empresaId, 'AUR-1'],
  ] as const) {
    const made = async (url: string, data: object): Promise<string> => {
      const headers = { ...apiHeaders, 'x-empresa': empresa };
      const response = await page.request.post(url, { data, headers });
      expect(response.status(), await response.text()).toBe(201);
      return (await response.json()).id;
    };
    const nowhere = { cep: null, endereco: null, numero: null, complemento: null, bairro: null };
    const place = { ...nowhere, cidade: null, estado: null };
    const deposito_id = await made('/api/depositos', { ...place, nome: `Galpão ${sku}`, descricao: null });
    const pessoa = { nome: 'Sul', cpf_cnpj: '52998224725', email: 'a@exemplo.com.br', telefone: null };
    await made('/api/produtos', {
      nome: 'Filtro de óleo',
      sku,
      marca_id: await made('/api/marcas', { nome: 'Bosch', descricao: null, logo_url: null }),
      categoria_id: await made('/api/categorias', { nome: 'Freios', descricao: null, parent_id: null }),
      fornecedor_id: await made('/api/fornecedores', { ...place, ...pessoa }),
      cod_referencia: ['90915-YZZD2'],
      custo_unitario: '10.00',
      preco_venda: '25.90',
      fotos: [],
      depositos: [{ deposito_id, quantidade: '4', quantidade_lida: null }],
    });
  }
}

/** A cliente whom a pedido of a titular can find. */
export const aTitular = (page: Page) =>
  createRecord(page, '/api/clientes', {
    nome: 'Maria Aparecida',
    cpf_cnpj: '52998224725',
    nome_fantasia: null,
    inscricao_estadual: null,
    cep: null,
    endereco: null,
    numero: null,
    complemento: null,
    bairro: null,
    cidade: null,
    estado: null,
    email: 'maria@exemplo.com.br',
    senha: 'k7q2xz',
    confirmar_senha: 'k7q2xz',
  });
