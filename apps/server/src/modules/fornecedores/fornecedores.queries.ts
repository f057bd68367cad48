import { Fornecedor, type FornecedorInput } from '@prumo/contract/fornecedores.ts';
import { sql } from 'kysely';
import { trashOf } from '#platform/db/history.ts';
import { columnsOf, listOf } from '#platform/db/list.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { twinOf } from '#platform/db/twin.ts';
import { countUses } from '#platform/db/uses.ts';

const COLUMNS = columnsOf(Fornecedor);

export const selectFornecedores = listOf<Fornecedor>({
  table: 'fornecedores',
  row: Fornecedor,
  sort: { nome: 'nome_ordem', created_at: 'created_at' },
  defaultOrder: '-created_at',
});

export const selectFornecedoresExcluidos = trashOf<Fornecedor>('fornecedores', COLUMNS);

export const selectFornecedor = (tx: TenantDb, id: string) =>
  tx.selectFrom('fornecedores').select(COLUMNS).where('id', '=', id).executeTakeFirst();

export const selectTwin = twinOf('fornecedores', 'cpf_cnpj');

export const countProdutos = countUses('produtos', 'fornecedor_id');

export const insertFornecedor = (tx: TenantDb, values: FornecedorInput) =>
  tx
    .insertInto('fornecedores', { ...values, user_id: tx.userId })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();

/** Returns no row when the fornecedor has another version or is deleted. */
export const updateFornecedor = (
  tx: TenantDb,
  id: string,
  { versao, ...values }: FornecedorInput & { versao: number },
) =>
  tx
    .updateTable('fornecedores')
    .set({ ...values, versao: sql`versao + 1` })
    .where('id', '=', id)
    .where('versao', '=', versao)
    .returning(COLUMNS)
    .executeTakeFirst();

export const deleteFornecedor = (tx: TenantDb, id: string) =>
  tx.deleteFrom('fornecedores').where('id', '=', id).returning('id').executeTakeFirst();
