import type { Saldo } from '@prumo/contract/movimentos.ts';
import type { SaldoInput } from '@prumo/contract/produtos.ts';
import { AppError } from '#platform/errors.ts';
import type { TenantDb } from '#platform/tenant-db.ts';
import { changeStock, refused } from './change-stock.ts';
import { toHundredths } from './hundredths.ts';
import { countProdutosIn, selectProdutosIn, selectSaldosOf } from './stock.queries.ts';

/** More at once would keep the sales of too many produtos waiting. */
const MAX_PRODUTOS = 1000;

/** In the order of the depositos' names. */
export const selectSaldos = (tx: TenantDb, produtoId: string): Promise<Saldo[]> =>
  selectSaldosOf(tx, produtoId);

/**
 * Brings the stock of a produto, new or old, to what a form says; its row is written before. `stale` when a quantity
 * the form changed is no longer what it had read: then nothing was written.
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

/** Before its produto is deleted: what it had goes out by movimentos of its own. */
export async function clearSaldosOfProduto(tx: TenantDb, produtoId: string): Promise<void> {
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

/** Before its deposito is deleted. */
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
  if (!outcome.ok) throw refused(outcome.refusal);
}

async function tooMany(tx: TenantDb, depositoId: string): Promise<AppError> {
  const total = await countProdutosIn(tx, depositoId);
  return new AppError(
    'conflict',
    `Este depósito tem ${total.toLocaleString('pt-BR')} produtos. Transfira-os antes de excluir: até 1.000 saem junto com o depósito.`,
    { usos: [{ registros: 'produtos', total }] },
  );
}
