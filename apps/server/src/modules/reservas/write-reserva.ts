import { randomUUID } from 'node:crypto';
import { writeGoodsBack, writeGoodsOut } from '#modules/custos/write-goods.ts';
import { toHundredths } from '#modules/movimentos/hundredths.ts';
import { insertLinks } from '#modules/movimentos/stock.queries.ts';
import { writeStock } from '#modules/movimentos/write-stock.ts';
import { SYSTEM_USER } from '#platform/db/history.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import type { Alvo } from './alvo.ts';
import {
  alvoOf,
  type Escrito,
  inHundredths,
  isSameAlvo,
  NADA,
  nextWrites,
  type Passo,
} from './next-writes.ts';
import { type Lugar, placeOf } from './place-of.ts';
import { ledgerKeyOf, type ReservaKey } from './reserva-key.ts';
import { type Delta, type Reserva, selectLugares, selectRegras, writeReserva } from './reservas.queries.ts';

/** An item of a sale as it must be written. */
export interface Item {
  chave: ReservaKey;
  produto_id: string;
  criado_em: string;
  prazo: string | null;
  alvo: Alvo;
}

/**
 * Writes the difference between an item and its reserva: the line of the ledger, the reserva and the sums. The caller
 * has locked the produto of the item and that of the reserva. `destino` is the deposito to which a person moves it.
 * Returns the line that moved stock.
 */
export async function writeItem(
  tx: TenantDb,
  item: Item,
  before: Reserva | undefined,
  destino?: string,
): Promise<Passo | null> {
  const { chave, produto_id, alvo } = item;
  if (before && destino === undefined && isWritten(before, item)) return null;
  const lugar = await lugarOf(tx, item, before, destino);
  const { passo, escrito } = nextWrites(before ?? NADA, alvo, lugar ? (lugar.saldo ?? 0n) : null);
  const needs = escrito.reservado > 0 || passo !== null;
  // A reserva whose goods have left keeps the deposito that they left from, also when it is deleted.
  const deposito_id = (needs ? undefined : before?.deposito_id) ?? lugar?.deposito ?? null;
  const passos = (before?.passos ?? 0) + (passo ? 1 : 0);
  const after = { ...chave, ...escrito, produto_id, deposito_id, passos };
  if (before && isUnchanged(before, { ...after, prazo: item.prazo, criado_em: item.criado_em })) return null;
  if (!before && isNothing(escrito)) return null;
  // A promise needs a row that shows it, also in a deposito that never had the produto.
  if (needs && lugar?.saldo === null)
    await insertLinks(tx, [{ produto: produto_id, deposito: lugar.deposito }]);
  if (passo && lugar) await writePasso(tx, { chave, produto_id, deposito: lugar.deposito, passo, passos });
  const { prazo, criado_em } = item;
  await writeReserva(
    tx,
    { ...after, prazo, criado_em, id: before?.id ?? null },
    deltasOf(before, { produto: produto_id, deposito: deposito_id, reservado: escrito.reservado }),
  );
  return passo;
}

/** The deposito of the item: that of its reserva as long as it exists, and otherwise one by the rules. */
async function lugarOf(
  tx: TenantDb,
  { chave, produto_id, alvo }: Item,
  before: Reserva | undefined,
  destino: string | undefined,
): Promise<Lugar | null> {
  const regras = await selectRegras(tx, chave);
  const kept = destino ?? (before?.produto_id === produto_id ? before.deposito_id : null);
  const named = [...regras.anuncio, ...regras.conta, ...(kept === null ? [] : [kept])];
  const stored = await selectLugares(tx, produto_id, named);
  const lugares = stored.map(({ deposito, ativo, saldo, reservado }) => ({
    deposito,
    ativo,
    saldo: saldo === null ? null : toHundredths(saldo),
    reservado: toHundredths(reservado),
  }));
  const own = lugares.find(({ deposito }) => deposito === kept);
  return own ?? placeOf(lugares, regras, inHundredths(alvo.reservado + alvo.saiu));
}

/** Whether an item is written already, as after every repeated message, and nothing of it waits. */
const isWritten = (before: Reserva, { produto_id, alvo, prazo, criado_em }: Item): boolean =>
  isSameAlvo(alvoOf(before), alvo) &&
  before.saida_pendente === 0 &&
  (before.deposito_id !== null || before.reservado === 0) &&
  before.produto_id === produto_id &&
  isSameInstant(before.prazo, prazo) &&
  isSameInstant(before.criado_em, criado_em);

const isNothing = ({ reservado, saiu, a_conferir }: Escrito) =>
  reservado === 0 && saiu === 0 && a_conferir === 0;

type Written = Escrito & Pick<Reserva, 'produto_id' | 'deposito_id' | 'passos' | 'prazo' | 'criado_em'>;

/** Compares what would be written. A waiting saida that still has no stock changes nothing. */
const isUnchanged = (before: Written, after: Written): boolean =>
  isSameAlvo(alvoOf(before), alvoOf(after)) &&
  before.saida_pendente === after.saida_pendente &&
  before.produto_id === after.produto_id &&
  before.deposito_id === after.deposito_id &&
  before.passos === after.passos &&
  isSameInstant(before.prazo, after.prazo) &&
  isSameInstant(before.criado_em, after.criado_em);

const isSameInstant = (one: string | null, other: string | null) =>
  one === other || (one !== null && other !== null && Date.parse(one) === Date.parse(other));

interface Step {
  chave: ReservaKey;
  produto_id: string;
  deposito: string;
  passo: Passo;
  /** The number of this step, from 1. */
  passos: number;
}

async function writePasso(tx: TenantDb, { chave, produto_id, deposito, passo, passos }: Step): Promise<void> {
  const quantidade = inHundredths(passo.quantidade);
  const command =
    passo.tipo === 'saida'
      ? { do: 'saida' as const, deposito, quantidade }
      : // Goods come back to where they were, also when the deposito takes nothing new.
        { do: 'reverse' as const, lines: [{ deposito, tipo: 'entrada' as const, delta: -quantidade }] };
  const key = ledgerKeyOf(chave, passos);
  const outcome = await writeStock(asSale(tx), [{ produto: produto_id, command }], {
    motivo: motivoOf(chave),
    origem: 'venda',
    chaveOf: () => key,
  });
  if (!outcome.ok) throw new Error(`a step of a reserva was refused: ${outcome.refusal.message}`);
  const writeGoods = passo.tipo === 'saida' ? writeGoodsOut : writeGoodsBack;
  await writeGoods(tx, { ...chave, produto_id, units: passo.quantidade, fonte: 'movimento', fonte_id: key });
}

/** The number of the order, as the seller finds it at the marketplace. */
const motivoOf = ({ pedido_id }: ReservaKey) => `Pedido ${pedido_id}`.slice(0, 200);

/**
 * The same transaction, with lines that belong to no person and to a lote of their own. A person who enters stock did not make
 * the sales that leave with it, and an undo of the entry does not take them back.
 */
const asSale = (tx: TenantDb): TenantDb => ({ ...tx, userId: SYSTEM_USER, lote: randomUUID() });

/** What the sums have to change by, without places that stay as they are. */
function deltasOf(
  before: Pick<Reserva, 'produto_id' | 'deposito_id' | 'reservado'> | undefined,
  after: { produto: string; deposito: string | null; reservado: number },
): Delta[] {
  const { produto, deposito, reservado } = after;
  if (!before) return reservado === 0 ? [] : [{ produto, deposito, delta: reservado }];
  const isSamePlace = before.produto_id === produto && before.deposito_id === deposito;
  const deltas = isSamePlace
    ? [{ produto, deposito, delta: reservado - before.reservado }]
    : [
        { produto: before.produto_id, deposito: before.deposito_id, delta: -before.reservado },
        { produto, deposito, delta: reservado },
      ];
  return deltas.filter(({ delta }) => delta !== 0);
}
