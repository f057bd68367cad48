import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { boreal, stock } from './boreal.ts';
import { anOperator, type Operator } from './fixtures.ts';
import { aDeposito, aProduto, references, saldo } from './produtos-page.ts';
import { createRecord } from './register-walks.ts';

export async function someStock(page: Page) {
  const loja = await aDeposito(page, 'Loja');
  await aProduto(page, await references(page), { nome: 'Filtro', depositos: [saldo(loja.id, '12')] });
}

/** A sale at the counter of one unit. */
export async function aVenda(page: Page) {
  const loja = await aDeposito(page, 'Loja');
  const produto = await aProduto(page, await references(page), {
    nome: 'Filtro',
    depositos: [saldo(loja.id, '12')],
  });
  await createRecord(page, '/api/vendas-balcao', {
    ...{ id: randomUUID(), cliente_id: null, vendedor_id: null, deposito_id: loja.id, desconto: null },
    itens: [{ produto_id: produto.id, quantidade: '1', preco: '10.00' }],
    ...{ pagamento: 'pix', recebido: null, prometidas: [] },
  });
}

export async function withColleague({ empresaId }: Operator) {
  await anOperator({ name: 'Bruno Lima', empresaId, papel: 'administrador' });
}

/** Boreal, of which the person is the dono too, has 4 units of a code that this empresa has too. */
export async function aRemessa(page: Page, operator: Operator): Promise<void> {
  await boreal(page, operator);
  await stock(page, { empresaId: operator.empresaId, sku: 'AUR-1', quantidade: '4' });
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
