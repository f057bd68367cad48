import { Cliente, type ClienteInput, ClienteListado } from '@prumo/contract/clientes.ts';
import { sql } from 'kysely';
import { trashOf } from '#platform/db/history.ts';
import { columnsOf, listOf } from '#platform/db/list.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { twinOf } from '#platform/db/twin.ts';

const COLUMNS = columnsOf(Cliente);

/** `senha` is the hash. The typed password never reaches the queries. */
type Values = Omit<ClienteInput, 'confirmar_senha'>;

export const selectClientes = listOf<ClienteListado>({
  table: 'clientes',
  row: ClienteListado,
  sort: { nome: 'nome_ordem', created_at: 'created_at' },
  defaultOrder: '-created_at',
});

export const selectClientesExcluidos = trashOf<Cliente>('clientes', COLUMNS);

export const selectCliente = (tx: TenantDb, id: string) =>
  tx.selectFrom('clientes').select(COLUMNS).where('id', '=', id).executeTakeFirst();

export const selectTwin = twinOf('clientes', 'cpf_cnpj');

export const insertCliente = (tx: TenantDb, values: Values) =>
  tx
    .insertInto('clientes', { ...values, user_id: tx.userId })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();

/** Returns no row when the cliente has another version or is deleted. */
export const updateCliente = (tx: TenantDb, id: string, { versao, ...values }: Values & { versao: number }) =>
  tx
    .updateTable('clientes')
    .set({ ...values, versao: sql`versao + 1` })
    .where('id', '=', id)
    .where('versao', '=', versao)
    .returning(COLUMNS)
    .executeTakeFirst();

export const deleteCliente = (tx: TenantDb, id: string) =>
  tx.deleteFrom('clientes').where('id', '=', id).returning('id').executeTakeFirst();
