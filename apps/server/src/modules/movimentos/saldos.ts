import type { Saldo } from '@prumo/contract/movimentos.ts';
import type { SaldoInput } from '@prumo/contract/produtos.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { usesText } from '#platform/db/uses.ts';
import { AppError } from '#platform/errors.ts';
import { changeStock } from './change-stock.ts';
import { toHundredths } from './hundredths.ts';
import { units } from './refusals.ts';
import { refused } from './refused.ts';
import {
  countProdutosIn,
  selectDepositosOf,
  selectProdutosIn,
  selectReserved,
  selectSaldosOf,
} from './stock.queries.ts';

/**
 * The maximum number of produtos that are cleared in one transaction. More would block the sales of too many
 * produtos.
 */
const MAX_PRODUTOS = 1000;

/** Selects the saldos in the order of the depositos' names. */
export const selectSaldos = (tx: TenantDb, produtoId: string): Promise<Saldo[]> =>
  selectSaldosOf(tx, produtoId);

/**
 * Sets the stock of a new or existing produto to the quantities of a form. The caller writes the row of the
 * produto first. Returns `stale`, without writing, when a quantity that the form changed differs from the one
 * that the form read.
 */
export async function setSaldos(
  tx: TenantDb,
  produtoId: string,
  saldos: readonly SaldoInput[],
): Promise<'done' | 'stale'> {
  const command = {
    do: 'set' as const,
    saldos: saldos.map(({ deposito_id, quantidade, quantidade_lida }) => ({
      deposito: deposito_id,
      quantidade: quantidade === null ? null : toHundredths(quantidade),
      lida: quantidade_lida === null ? null : toHundredths(quantidade_lida),
    })),
  };
  const outcome = await changeStock(tx, [{ produto: produtoId, command }], {
    motivo: null,
    origem: 'produto',
    chaveOf: () => tx.lote,
  });
  if (outcome.ok) return 'done';
  if (outcome.refusal.kind === 'stale') return 'stale';
  throw refused(outcome.refusal);
}

/** Moves all stock of a produto out by movimentos, before the produto is deleted. The caller has locked the produto. */
export async function clearSaldosOfProduto(tx: TenantDb, produtoId: string): Promise<void> {
  await refuseReserved(tx, [produtoId]);
  const outcome = await changeStock(
    tx,
    [{ produto: produtoId, command: { do: 'clear', depositos: 'all' } }],
    {
      motivo: null,
      origem: 'exclusao',
      chaveOf: () => tx.lote,
    },
  );
  if (!outcome.ok) throw refused(outcome.refusal);
}

/** Moves all stock of several produtos out by movimentos. The caller has locked the produtos. */
export async function clearSaldosOfProdutos(tx: TenantDb, produtoIds: readonly string[]): Promise<void> {
  await refuseReserved(tx, produtoIds);
  const depositos = (await selectDepositosOf(tx, produtoIds)).map(({ deposito_id }) => deposito_id);
  if (depositos.length === 0) return;
  const outcome = await changeStock(
    tx,
    produtoIds.map((produto) => ({ produto, command: { do: 'clear', depositos } })),
    { motivo: null, origem: 'exclusao', chaveOf: () => tx.lote },
  );
  if (!outcome.ok) throw refused(outcome.refusal);
}

/** A produto that sales promise is not deleted, because a person still has to send it. */
async function refuseReserved(tx: TenantDb, produtoIds: readonly string[]): Promise<void> {
  const [row] = await selectReserved(tx, produtoIds);
  if (!row) return;
  const reserved = units(toHundredths(row.reservado));
  throw new AppError(
    'conflict',
    `Este produto tem ${reserved} em reserva para pedidos. Exclua-o depois que os pedidos saírem ou forem cancelados.`,
  );
}

const RESERVED =
  'Este depósito tem produtos em reserva para pedidos. Exclua-o depois que os pedidos saírem ou forem cancelados.';

/** Moves all stock out of a deposito by movimentos, before the deposito is deleted. */
export async function clearSaldosOfDeposito(tx: TenantDb, depositoId: string): Promise<void> {
  const rows = await selectProdutosIn(tx, depositoId, MAX_PRODUTOS + 1);
  if (rows.length > MAX_PRODUTOS) throw await tooMany(tx, depositoId);
  if (rows.length === 0) return;
  const command = { do: 'clear' as const, depositos: [depositoId] };
  const outcome = await changeStock(
    tx,
    rows.map(({ produto_id }) => ({ produto: produto_id, command })),
    { motivo: null, origem: 'exclusao', chaveOf: () => tx.lote },
  );
  if (outcome.ok) return;
  if (outcome.refusal.kind === 'reserved') throw new AppError('conflict', RESERVED);
  throw refused(outcome.refusal);
}

async function tooMany(tx: TenantDb, depositoId: string): Promise<AppError> {
  const total = await countProdutosIn(tx, depositoId);
  return new AppError(
    'conflict',
    `Este depósito tem ${usesText(total)} produtos. Transfira-os antes de excluir: até 1.000 saem junto com o depósito.`,
    { usos: [{ registros: 'produtos', total }] },
  );
}
