import { Deposito, type DepositoInput } from '@prumo/contract/depositos.ts';
import { sql } from 'kysely';
import { trashOf } from '#platform/db/history.ts';
import { columnsOf, listOf } from '#platform/db/list.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';

const COLUMNS = columnsOf(Deposito);

export const selectDepositos = listOf<Deposito>({
  table: 'depositos',
  row: Deposito,
  sort: { nome: 'nome_ordem', created_at: 'created_at' },
  defaultOrder: 'nome',
  filters: ['ativo'],
});

export const selectDepositosExcluidos = trashOf<Deposito>('depositos', COLUMNS);

export const selectDeposito = (tx: TenantDb, id: string) =>
  tx.selectFrom('depositos').select(COLUMNS).where('id', '=', id).executeTakeFirst();

export const insertDeposito = (tx: TenantDb, values: DepositoInput) =>
  tx
    .insertInto('depositos', { ...values, user_id: tx.userId })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();

/** Returns no row when the deposito has another version or is deleted. */
export const updateDeposito = (
  tx: TenantDb,
  id: string,
  { versao, ...values }: DepositoInput & { versao: number },
) =>
  tx
    .updateTable('depositos')
    .set({ ...values, versao: sql`versao + 1` })
    .where('id', '=', id)
    .where('versao', '=', versao)
    .returning(COLUMNS)
    .executeTakeFirst();

export const deleteDeposito = (tx: TenantDb, id: string) =>
  tx.deleteFrom('depositos').where('id', '=', id).returning('id').executeTakeFirst();
