import type { Concluida, VendaBalcaoInput } from '@prumo/contract/vendas-balcao.ts';
import { comissaoOf, totalsOf } from '@prumo/contract/vendas-balcao-total.ts';
import { changeStock } from '#modules/movimentos/change-stock.ts';
import { toHundredths } from '#modules/movimentos/hundredths.ts';
import { insertRecusa, type Recusa, selectRecusa } from '#modules/movimentos/recusas.queries.ts';
import { refused } from '#modules/movimentos/refused.ts';
import { lockProdutos, selectPlaces } from '#modules/movimentos/stock.queries.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { AppError } from '#platform/errors.ts';
import { judgeItems, type Wanted } from './judge-items.ts';
import { changedPrices, type Priced } from './judge-prices.ts';
import { goneError, noDepositoError, pricesError, promisedError, shortError } from './refusals.ts';
import {
  insertItens,
  insertVenda,
  lockId,
  lockNumeros,
  type NewItem,
  type Stored,
  selectComissao,
  selectProdutos,
  selectStored,
} from './vendas-balcao.queries.ts';

type Concluded = Pick<Stored, 'id' | 'numero' | 'lote'>;

/**
 * Concludes a sale: the sale, its items and the saidas of the ledger, or none of them. Executes each id once: a repetition gets
 * the first answer, also when it was a refusal, which is stored under the lock of the id. A person whose answer was lost may
 * change the sale and send it again, and then learns that the first one was concluded.
 */
export async function sell(tx: TenantDb, input: VendaBalcaoInput): Promise<Concluded | { recusa: Recusa }> {
  const ids = input.itens.map(({ produto_id }) => produto_id);
  // Two requests of one id may name different produtos, so the locks of the produtos alone do not put them in order.
  const [, , recusa, stored] = await Promise.all([
    lockId(tx, input.id),
    lockProdutos(tx, ids),
    selectRecusa(tx, input.id),
    selectStored(tx, input.id),
  ]);
  if (recusa) return { recusa };
  if (stored) return repeated(stored, input);
  const [produtos, places] = await Promise.all([
    selectProdutos(tx, ids),
    selectPlaces(tx, ids, [input.deposito_id]),
  ]);
  const known = new Map(produtos.map((produto) => [produto.id, produto]));
  const saldos = new Map(places.map((place) => [place.produto_id, place]));
  const totals = totalsOf(input.itens, input.desconto);
  const accepted = new Map(input.prometidas.map((each) => [each.produto_id, toHundredths(each.quantidade)]));
  const items: NewItem[] = [];
  const wanted: Wanted[] = [];
  const priced: Priced[] = [];
  for (const [index, { produto_id, quantidade, preco, preco_lido }] of input.itens.entries()) {
    const produto = known.get(produto_id);
    const amounts = totals.itens[index];
    if (!produto || !amounts) return refuse(tx, input.id, goneError(produto_id));
    const place = saldos.get(produto_id);
    if (!place) return refuse(tx, input.id, noDepositoError());
    items.push({ ...amounts, produto_id, nome: produto.nome, sku: produto.sku, quantidade, preco });
    priced.push({ produto_id, nome: produto.nome, preco, preco_lido, novo: produto.preco_venda });
    wanted.push({
      ...{ produtoId: produto_id, nome: produto.nome, quantidade: toHundredths(quantidade) },
      saldo: place.saldo === null ? null : toHundredths(place.saldo),
      reservado: toHundredths(place.reservado),
      accepted: accepted.get(produto_id) ?? 0n,
    });
  }
  const precos = changedPrices(priced);
  if (precos.length > 0) return refuse(tx, input.id, pricesError(precos));
  const judgement = judgeItems(wanted);
  if (judgement.is === 'short')
    return refuse(
      tx,
      input.id,
      await shortError(tx, judgement.items, { id: input.deposito_id, nome: places[0]?.nome ?? '' }),
    );
  if (judgement.is === 'promised') return refuse(tx, input.id, promisedError(judgement.items));
  return write(tx, input, items);
}

async function write(tx: TenantDb, input: VendaBalcaoInput, items: readonly NewItem[]): Promise<Concluded> {
  const { id, deposito_id, vendedor_id } = input;
  const { bruto, desconto, total } = totalsOf(input.itens, input.desconto);
  const comissao = vendedor_id === null ? null : ((await selectComissao(tx, vendedor_id)) ?? null);
  const { cliente_id, pagamento, recebido } = input;
  const [, numero] = await Promise.all([
    lockNumeros(tx),
    insertVenda(tx, {
      ...{ id, cliente_id, vendedor_id, deposito_id, bruto, desconto, total, pagamento, recebido, comissao },
      comissao_valor: comissao === null ? '0.00' : comissaoOf(total, comissao),
    }),
  ]);
  await insertItens(tx, id, items);
  const outcome = await changeStock(
    tx,
    items.map(({ produto_id, quantidade }) => ({
      produto: produto_id,
      command: { do: 'saida' as const, deposito: deposito_id, quantidade: toHundredths(quantidade) },
    })),
    { motivo: `Venda ${numero} no balcão`, origem: 'balcao', chaveOf: () => id },
  );
  // The judgement read the same rows under the same locks.
  if (!outcome.ok) throw refused(outcome.refusal);
  return { id, numero, lote: tx.lote };
}

function repeated(stored: Stored, input: VendaBalcaoInput): Concluded {
  const { id, numero, lote } = stored;
  if (isSame(stored, input)) return { id, numero, lote };
  const itens = stored.itens.map(({ produto_id, quantidade }) => ({ produto_id, quantidade }));
  const atual: Concluida = { concluida: { id, numero, itens } };
  throw new AppError(
    'conflict',
    `A venda ${numero} já tinha sido concluída antes desta mudança, e nada foi vendido de novo. Confira-a: se estiver errada, cancele-a e venda outra vez.`,
    { atual },
  );
}

function isSame(stored: Stored, input: VendaBalcaoInput): boolean {
  const sameAmount = (one: string | null, other: string | null) =>
    one === other || (one !== null && other !== null && toHundredths(one) === toHundredths(other));
  return (
    stored.cliente_id === input.cliente_id &&
    stored.vendedor_id === input.vendedor_id &&
    stored.deposito_id === input.deposito_id &&
    stored.pagamento === input.pagamento &&
    sameAmount(stored.recebido, input.recebido) &&
    sameAmount(stored.desconto, totalsOf(input.itens, input.desconto).desconto) &&
    stored.itens.length === input.itens.length &&
    stored.itens.every(({ produto_id, quantidade, preco }, index) => {
      const item = input.itens[index];
      return (
        item?.produto_id === produto_id &&
        sameAmount(item.quantidade, quantidade) &&
        sameAmount(item.preco, preco)
      );
    })
  );
}

/** Stores a refusal, so that a request that the network delivers late is refused too. */
async function refuse(tx: TenantDb, id: string, { code, message, details }: AppError) {
  const recusa = { code, message, details };
  await insertRecusa(tx, id, recusa);
  return { recusa };
}
