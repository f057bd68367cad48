import type { TenantDb } from '#platform/db/tenant-db.ts';
import { AppError } from '#platform/errors.ts';
import { changeStock } from './change-stock.ts';
import { toHundredths } from './hundredths.ts';
import {
  type Reversible,
  selectMovimentosOfLote,
  selectMovimentosOfSome,
  selectReversals,
} from './movimentos.queries.ts';
import type { Refused } from './refused.ts';
import { lockProdutos, updateLastMovement } from './stock.queries.ts';

export type { Reversible };

/** Selects the lines that an undo reverses. The ledger keeps them, and each gets an opposite line. */
export const selectReversible = selectMovimentosOfLote;

/** Selects those of some produtos of a lote. */
export const selectReversibleOf = selectMovimentosOfSome;

/**
 * Locks all produtos before an undo changes anything, so that the undo does not wait for a lock while it
 * holds others.
 */
export const lockStock = lockProdutos;

/**
 * Restores the time of the last movement of a link from the ledger, because the history does not store it.
 */
export const restoreLastMovement = updateLastMovement;

/** An undo works in one empresa, so it would reverse half of a remessa. */
const OTHER_HALF =
  'Esta movimentação veio de uma transferência entre empresas e não é desfeita aqui. Transfira a quantidade de volta.';

/** The marketplace decides what a sale takes from the stock. */
const OF_A_SALE =
  'Esta movimentação veio de uma venda e não é desfeita aqui. Se a peça está com você, registre uma entrada; se não está, uma saída.';

/** The sale would stay without its goods, or with goods that are in the stock too. */
const OF_THE_COUNTER =
  'Esta movimentação veio de uma venda no balcão e não é desfeita aqui. Cancele a venda em Vendas › Balcão.';

/** Reverses lines. The id of a line is the idempotency key of its opposite, so each line is undone once. */
export async function reverseMovimentos(tx: TenantDb, lines: readonly Reversible[]): Promise<void> {
  if (lines.some(({ origem }) => origem === 'remessa')) throw new AppError('conflict', OTHER_HALF);
  if (lines.some(({ origem }) => origem === 'venda')) throw new AppError('conflict', OF_A_SALE);
  if (lines.some(({ origem }) => origem === 'balcao')) throw new AppError('conflict', OF_THE_COUNTER);
  const idOf = new Map(lines.map((line) => [`${line.produto_id} ${line.deposito_id}`, line.id]));
  const changes = [...Map.groupBy(lines, ({ produto_id }) => produto_id)].map(([produto, own]) => ({
    produto,
    command: {
      do: 'reverse' as const,
      lines: own.map(({ deposito_id, tipo, delta }) => ({
        deposito: deposito_id,
        tipo,
        delta: toHundredths(delta),
      })),
    },
  }));
  const outcome = await changeStock(tx, changes, {
    motivo: null,
    origem: 'desfazer',
    chaveOf: ({ deposito }, produto) => idOf.get(`${produto} ${deposito}`) ?? '',
    earlier: () => selectReversals(tx, [...idOf.values()]),
  });
  if (!outcome.ok) throw new AppError('conflict', sentenceOf(outcome.refusal));
  if (outcome.repeated) {
    const by = outcome.lines[0]?.quem ?? 'outra pessoa';
    throw new AppError('conflict', `Este movimento de estoque já foi desfeito por ${by}.`);
  }
}

const sentenceOf = (refusal: Refused) =>
  refusal.kind === 'gone' ? 'Não foi possível desfazer: o produto foi excluído depois.' : refusal.message;
