import { connect } from '../kit/contas.ts';
import type { Operator } from '../kit/product.ts';
import { aDeposito, aProduto, createAs, someReferences } from '../kit/records.ts';
import type { Site } from './site.ts';

/** What each empresa asks for. One request leads to one job, an import and a synchronisation to several. */
const LOTES = 16;
const CONVITES = 18;
const PRODUTOS = 8;
/** The listings of each seller at Mercado Livre. */
export const ANUNCIOS = 6;
const VENDAS = 12;
/** An empresa has at most so many lotes under way. The product refuses another one. */
const REFUSED = 409;

/** The record that the proof keeps of an empresa: all that was asked for and accepted. */
export interface House {
  operator: Operator;
  seller: number;
  deposito: string;
  fornecedor: string;
  produtos: string[];
  /** The lotes that each raise every price by R$ 1,00. */
  lotes: string[];
  convites: { id: string; email: string }[];
  importacao: string | null;
  exportacao: string | null;
}

/** The price of every produto before the first lote. */
export const PRICE = 25;

export async function aHouse(site: Site, n: number): Promise<House> {
  const operator = await site.anOperator(`Ana ${n}`);
  const create = createAs(site, operator);
  const references = await someReferences(create);
  const deposito = await aDeposito(create, 'Matriz');
  const produtos: string[] = [];
  for (let each = 0; each < PRODUTOS; each++)
    produtos.push(
      await aProduto(create, {
        ...references,
        nome: `Filtro ${each}`,
        sku: `F-${each}`,
        preco_venda: `${PRICE}`,
      }),
    );
  const seller = 6_000_000_000 + n;
  await site.standIn.aSeller({
    ...{ id: seller, apelido: `TAREFA${n}`, semente: n, anuncios: ANUNCIOS, vendas: VENDAS, fotos: 0 },
  });
  const { fornecedor_id: fornecedor } = references;
  const asked = { lotes: [], convites: [], importacao: null, exportacao: null };
  return { operator, seller, deposito, fornecedor, produtos, ...asked };
}

/** Asks for something once. Returns false when the product refuses it for now, so that it is asked for again later. */
export type Ask = () => Promise<boolean>;

/** All requests of an empresa in their order. */
export const asksOf = (site: Site, house: House): Ask[] => [
  // The conta starts the synchronisation of its pedidos.
  async () => {
    const conta = await connect(site, house.operator, house.seller, 5);
    const body = { conta_id: conta.id, estados: ['ativos', 'pausados', 'encerrados'] };
    house.importacao = (await site.call<{ id: string }>(house.operator, 'POST', '/api/importacoes', body)).id;
    return true;
  },
  ...Array.from({ length: Math.max(LOTES, CONVITES) }, (_, n) => [
    ...(n < LOTES ? [() => askLote(site, house)] : []),
    ...(n < CONVITES ? [() => askConvite(site, house, n)] : []),
  ]).flat(),
  async () => {
    await site.confirm(house.operator);
    const { id } = await site.call<{ id: string }>(house.operator, 'POST', '/api/exportacoes', {});
    house.exportacao = id;
    return true;
  },
];

async function askLote(site: Site, { operator, produtos, lotes }: House): Promise<boolean> {
  const { status, text } = await site.ask(operator, 'POST', '/api/lotes', {
    selecao: { ids: produtos },
    mudanca: { tipo: 'preco', reajuste: { modo: 'reais', valor: '1.00', arredondar: 'nao' } },
  });
  if (status === REFUSED) return false;
  if (status !== 201) throw new Error(`a lote was answered ${status}: ${text}`);
  lotes.push((JSON.parse(text) as { id: string }).id);
  return true;
}

async function askConvite(site: Site, { operator, convites, seller }: House, n: number): Promise<boolean> {
  const email = `c${n}-${seller}@exemplo.com.br`;
  const { itens } = await site.call<{ itens: { convite: { id: string } | null }[] }>(
    operator,
    'POST',
    '/api/convites',
    { emails: [email], papel: 'vendas', ve_custo: false },
  );
  const id = itens[0]?.convite?.id;
  if (!id) throw new Error(`a convite was refused: ${JSON.stringify(itens)}`);
  convites.push({ id, email });
  return true;
}

/** Continues the imports that wait for their person. */
export async function confirmImports(site: Site, houses: readonly House[]): Promise<void> {
  const waiting = await site.sql<{ id: string }>("select id from importacoes where situacao = 'pronta'");
  for (const { id } of waiting) {
    const house = houses.find(({ importacao }) => importacao === id);
    if (!house) continue;
    await site.ask(house.operator, 'PUT', `/api/importacoes/${id}/anuncios`, {
      grupo: 'conferir',
      acao: 'ligar',
    });
    await site.call(house.operator, 'POST', `/api/importacoes/${id}/iniciar`, {
      ...{ deposito_id: house.deposito, fornecedor_id: house.fornecedor, estoque_full: false },
    });
  }
}
