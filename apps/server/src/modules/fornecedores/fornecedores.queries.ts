import { Fornecedor, type FornecedorInput } from '@prumo/contract/fornecedores.ts';
import { sql } from 'kysely';
import { trashOf } from '#platform/history.ts';
import { columnsOf, listOf } from '#platform/list.ts';
import type { TenantDb } from '#platform/tenant-db.ts';

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

/** Another fornecedor with the same cpf_cnpj, which is allowed and usually a mistake. */
export const selectTwin = (tx: TenantDb, { id, cpf_cnpj }: Pick<Fornecedor, 'id' | 'cpf_cnpj'>) =>
  tx
    .selectFrom('fornecedores')
    .select('nome')
    .where('cpf_cnpj', '=', cpf_cnpj)
    .where('id', '<>', id)
    .limit(1)
    .executeTakeFirst();

export const insertFornecedor = (tx: TenantDb, values: FornecedorInput) =>
  tx
    .insertInto('fornecedores', { ...values, user_id: tx.userId })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();

/** Nothing comes back when the row is at another version, or gone. */
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
