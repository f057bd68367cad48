import { lockProdutos } from '#modules/movimentos/stock.queries.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import type { Alvo } from './alvo.ts';
import { type Escrito, NADA } from './next-writes.ts';
import { textOf } from './reserva-key.ts';
import { type Reserva, selectReservas } from './reservas.queries.ts';
import { retryPendentes } from './retry-pendentes.ts';
import { type Item, writeItem } from './write-reserva.ts';

/** An item whose alvo is known, or follows from what is written of it under the lock of its produto. */
interface ItemToWrite extends Omit<Item, 'alvo'> {
  alvo: Alvo | ((written: Escrito) => Alvo);
}

/**
 * Makes the stock show these items of sales, and writes only what differs from what is written already. A repeated,
 * doubled or late call therefore changes nothing. All items change in one transaction, so the parts of a split order
 * never show less than the whole. It takes the locks of the produtos as `changeStock` does. Only jobs
 * call it, because it moves stock, and the person whose request caused it may not have that right.
 */
export async function applyAlvos(tx: TenantDb, itens: readonly ItemToWrite[]): Promise<void> {
  const newest = [...new Map(itens.map((item) => [textOf(item.chave), item])).values()];
  if (newest.length === 0) return;
  const { existing, there } = await lockAll(tx, newest);
  // The order of the keys, so that two transactions choose depositos alike.
  const entered = new Set<string>();
  for (const item of newest.toSorted((one, other) => (textOf(one.chave) < textOf(other.chave) ? -1 : 1))) {
    const before = existing.get(textOf(item.chave));
    const produto_id = produtoOf(item, before, there);
    if (produto_id === null) continue;
    const wanted = typeof item.alvo === 'function' ? item.alvo(before ?? NADA) : item.alvo;
    const alvo = there.has(produto_id) ? wanted : withoutStock(wanted, before);
    const passo = await writeItem(tx, { ...item, produto_id, alvo }, before);
    if (passo?.tipo === 'entrada') entered.add(produto_id);
  }
  if (entered.size > 0) await retryPendentes(tx, [...entered]);
}

/** The alvo of a sale whose produto is deleted: no stock can move, and returned units still wait for a person. */
const withoutStock = (alvo: Alvo, before: Reserva | undefined): Alvo => ({
  ...alvo,
  reservado: 0,
  saiu: before?.saiu ?? 0,
});

/**
 * The produto of an item. An anuncio that a person has linked to another produto takes the promise along as long as
 * nothing has left. Null if there is nothing to promise: the produto is deleted and was never promised.
 */
function produtoOf(
  { produto_id }: ItemToWrite,
  before: Reserva | undefined,
  there: ReadonlySet<string>,
): string | null {
  if (before && (before.saiu > 0 || !there.has(produto_id))) return before.produto_id;
  return there.has(produto_id) ? produto_id : null;
}

/**
 * Locks the produtos of the items and of their reservas. The reservas are read again under the locks, and a produto that
 * another transaction has given a reserva meanwhile is locked too.
 */
async function lockAll(tx: TenantDb, itens: readonly ItemToWrite[]) {
  const keys = itens.map(({ chave }) => chave);
  const wanted = itens.map(({ produto_id }) => produto_id);
  let seen = (await selectReservas(tx, keys)).map(({ produto_id }) => produto_id);
  for (let attempt = 0; attempt < 3; attempt++) {
    const ids = [...new Set([...wanted, ...seen])];
    const [locked, reservas] = await Promise.all([lockProdutos(tx, ids), selectReservas(tx, keys)]);
    seen = reservas.map(({ produto_id }) => produto_id);
    if (seen.every((id) => ids.includes(id)))
      return {
        existing: new Map(reservas.map((reserva) => [textOf(reserva), reserva])),
        there: new Set(locked.map(({ id }) => id)),
      };
  }
  throw new Error('the produtos of these reservas change all the time');
}
