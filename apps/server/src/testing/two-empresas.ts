import { randomUUID } from 'node:crypto';
import type { Client } from './harness.ts';
import { aDeposito, aProduto, stockOf } from './stock.ts';

/** The person works in the tab of this empresa. */
export const inEmpresa = (person: Client, empresaId: string): Client => {
  const header = { 'x-empresa': empresaId };
  const send: Client['send'] = (method, path, body, headers) =>
    person.send(method, path, body, { ...header, ...headers });
  return {
    ...person,
    send,
    get: (path) => send('GET', path),
    post: (path, body, headers) => send('POST', path, body, headers),
    put: (path, body, headers) => send('PUT', path, body, headers),
    delete: (path, headers) => send('DELETE', path, undefined, headers),
  };
};

/** A shop of a person: an empresa with one produto, of which its one deposito has this quantity. */
export async function aShop(
  person: Client,
  { nome, sku, quantidade, empresaId }: { nome: string; sku: string; quantidade: string; empresaId?: string },
) {
  const id = empresaId ?? randomUUID();
  if (!empresaId) await person.post('/api/empresas', { id, nome });
  const tab = inEmpresa(person, id);
  const deposito = await aDeposito(tab, `Depósito da ${nome}`);
  const produto = await aProduto(tab, { sku, stock: { [deposito]: quantidade } });
  return { id, nome, sku, tab, deposito, produto: produto.id, stock: () => stockOf(tab, produto.id) };
}
export type Shop = Awaited<ReturnType<typeof aShop>>;

/** Returns a body for `POST /api/minhas-empresas/remessas`. */
export const remessa = (de: Shop, para: Shop, values: object = {}) => ({
  id: randomUUID(),
  de_empresa_id: de.id,
  de_produto_id: de.produto,
  de_deposito_id: de.deposito,
  para_empresa_id: para.id,
  para_sku: para.sku,
  para_deposito_id: para.deposito,
  quantidade: '1',
  ...values,
});
