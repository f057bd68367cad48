import { fromUnits, toUnits } from '@prumo/contract/exact-decimal.ts';
import type { ProdutoEncontrado } from '@prumo/contract/produtos.ts';
import { PAGAMENTOS, type Pagamento, type VendaBalcaoInput } from '@prumo/contract/vendas-balcao.ts';
import { totalsOf } from '@prumo/contract/vendas-balcao-total.ts';
import { isAmount } from '#lib/numbers/decimal.ts';
import type { Leitura } from './leituras.ts';

/** One produto of the sale that is being made. Amounts are as they are sent, or the typed text while it is no number. */
export interface ItemDoRascunho {
  produto_id: string;
  nome: string;
  sku: string;
  quantidade: string;
  preco: string;
  /** The price of the produto when it was read. A sale of an earlier release lacks it. */
  preco_lido?: string | undefined;
}

/** The sale that is being made. A reload of the tab keeps it. */
export interface Rascunho {
  itens: readonly ItemDoRascunho[];
  cliente_id: string | null;
  vendedor_id: string | null;
  deposito_id: string | null;
  desconto_tipo: 'valor' | 'percentual';
  desconto: string;
  pagamento: Pagamento;
  recebido: string;
  /** Codes that were read and whose produto is not among the items, because their answer is awaited or names none. */
  leituras: readonly Leitura[];
  /** The id of the sale from its first request until the server says what became of it. */
  id: string | null;
}

export const VAZIO: Rascunho = {
  itens: [],
  cliente_id: null,
  vendedor_id: null,
  deposito_id: null,
  desconto_tipo: 'valor',
  desconto: '',
  pagamento: PAGAMENTOS[0],
  recebido: '',
  leituras: [],
  id: null,
};

/** The next sale of the same person: at the same deposito, by the same vendedor. */
export const nextOf = ({ deposito_id, vendedor_id }: Rascunho): Rascunho => ({
  ...VAZIO,
  deposito_id,
  vendedor_id,
});

/** Adds one unit of a produto, to its line if it has one. */
export function withOne(
  itens: readonly ItemDoRascunho[],
  { id, nome, sku, preco_venda }: Pick<ProdutoEncontrado, 'id' | 'nome' | 'sku' | 'preco_venda'>,
): ItemDoRascunho[] {
  if (!itens.some(({ produto_id }) => produto_id === id))
    return [
      ...itens,
      { produto_id: id, nome, sku, quantidade: '1', preco: preco_venda, preco_lido: preco_venda },
    ];
  return itens.map((item) =>
    item.produto_id === id ? { ...item, quantidade: oneMore(item.quantidade) } : item,
  );
}

/** What the items have beyond those of a concluded sale. An amount that is no number stays. */
export const beyond = (
  itens: readonly ItemDoRascunho[],
  sold: readonly { produto_id: string; quantidade: string }[],
): ItemDoRascunho[] =>
  itens.flatMap((item) => {
    const taken = sold.find(({ produto_id }) => produto_id === item.produto_id);
    if (!taken || !isAmount(item.quantidade)) return [item];
    const rest = toUnits(item.quantidade, 2) - toUnits(taken.quantidade, 2);
    return rest > 0n ? [{ ...item, quantidade: fromUnits(rest, 2) }] : [];
  });

type Precos = readonly { produto_id: string; novo: string }[];

/** The items with the prices that their produtos have by now. */
export const withPrecos = (itens: readonly ItemDoRascunho[], precos: Precos) =>
  withNovo(itens, precos, (item, novo) => ({ ...item, preco: novo, preco_lido: novo }));

/** The items with their own prices. The person knows those that the produtos have by now. */
export const withPrecosLidos = (itens: readonly ItemDoRascunho[], precos: Precos) =>
  withNovo(itens, precos, (item, novo) => ({ ...item, preco_lido: novo }));

const withNovo = (
  itens: readonly ItemDoRascunho[],
  precos: Precos,
  change: (item: ItemDoRascunho, novo: string) => ItemDoRascunho,
) =>
  itens.map((item) => {
    const preco = precos.find(({ produto_id }) => produto_id === item.produto_id);
    return preco ? change(item, preco.novo) : item;
  });

/** A text that is no quantity yet begins anew. */
function oneMore(quantidade: string): string {
  if (!isAmount(quantidade)) return '1';
  return fromUnits(toUnits(quantidade, 2) + 100n, 2);
}

const descontoOf = ({ desconto, desconto_tipo: tipo }: Rascunho) =>
  desconto === '' || /^0+(\.0+)?$/.test(desconto) ? null : { tipo, valor: desconto };

/** The totals as the server will compute them. Undefined while an amount is no number. */
export function totalsOfRascunho(rascunho: Rascunho) {
  const desconto = descontoOf(rascunho);
  const amounts = rascunho.itens.flatMap(({ quantidade, preco }) => [quantidade, preco]);
  const all = desconto ? [...amounts, desconto.valor] : amounts;
  return all.every(isAmount) ? totalsOf(rascunho.itens, desconto) : undefined;
}

/** The request without its id and without the decision about promised units. */
export const bodyOf = (rascunho: Rascunho): Omit<VendaBalcaoInput, 'id' | 'prometidas'> => ({
  cliente_id: rascunho.cliente_id,
  vendedor_id: rascunho.vendedor_id,
  deposito_id: rascunho.deposito_id ?? '',
  itens: rascunho.itens.map(({ produto_id, quantidade, preco, preco_lido = null }) => ({
    ...{ produto_id, quantidade, preco, preco_lido },
  })),
  desconto: descontoOf(rascunho),
  pagamento: rascunho.pagamento,
  recebido: rascunho.pagamento === 'dinheiro' && rascunho.recebido !== '' ? rascunho.recebido : null,
});
