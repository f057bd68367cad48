import { Vendedor, type VendedorInput } from '@prumo/contract/vendedores.ts';
import { sql } from 'kysely';
import { trashOf } from '#platform/db/history.ts';
import { columnsOf, listOf } from '#platform/db/list.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { twinOf } from '#platform/db/twin.ts';

const COLUMNS = columnsOf(Vendedor);

export const selectVendedores = listOf<Vendedor>({
  table: 'vendedores',
  row: Vendedor,
  sort: { nome: 'nome_ordem', created_at: 'created_at' },
  defaultOrder: '-created_at',
});

export const selectVendedoresExcluidos = trashOf<Vendedor>('vendedores', COLUMNS);

export const selectVendedor = (tx: TenantDb, id: string) =>
  tx.selectFrom('vendedores').select(COLUMNS).where('id', '=', id).executeTakeFirst();

export const selectTwin = twinOf('vendedores', 'cpf');

export const insertVendedor = (tx: TenantDb, values: VendedorInput) =>
  tx
    .insertInto('vendedores', { ...values, user_id: tx.userId })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();

/** Returns no row when the vendedor has another version or is deleted. */
export const updateVendedor = (
  tx: TenantDb,
  id: string,
  { versao, ...values }: VendedorInput & { versao: number },
) =>
  tx
    .updateTable('vendedores')
    .set({ ...values, versao: sql`versao + 1` })
    .where('id', '=', id)
    .where('versao', '=', versao)
    .returning(COLUMNS)
    .executeTakeFirst();

export const deleteVendedor = (tx: TenantDb, id: string) =>
  tx.deleteFrom('vendedores').where('id', '=', id).returning('id').executeTakeFirst();
