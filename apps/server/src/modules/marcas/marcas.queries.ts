import { Marca, type MarcaInput } from '@prumo/contract/marcas.ts';
import { sql } from 'kysely';
import { trashOf } from '#platform/db/history.ts';
import { columnsOf, listOf } from '#platform/db/list.ts';
import { namedIn } from '#platform/db/named.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { countUses } from '#platform/db/uses.ts';

const COLUMNS = columnsOf(Marca);

/** `logo_arquivo_id` follows from `logo_url` and is not part of the API. */
type Values = MarcaInput & { logo_arquivo_id: string | null };

export const selectMarcas = listOf<Marca>({
  table: 'marcas',
  row: Marca,
  sort: { nome: 'nome_ordem', created_at: 'created_at' },
  defaultOrder: '-created_at',
});

export const selectMarcasExcluidas = trashOf<Marca>('marcas', COLUMNS);

export const selectMarca = (tx: TenantDb, id: string) =>
  tx.selectFrom('marcas').select(COLUMNS).where('id', '=', id).executeTakeFirst();

/** Returns the id of each named marca, and creates the missing ones. */
export const marcasNamed = namedIn('marcas');

export const selectLogo = (tx: TenantDb, id: string) =>
  tx.selectFrom('marcas').select('logo_arquivo_id').where('id', '=', id).executeTakeFirst();

export const countProdutos = countUses('produtos', 'marca_id');

export const insertMarca = (tx: TenantDb, values: Values) =>
  tx
    .insertInto('marcas', { ...values, user_id: tx.userId })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();

/** Returns no row when the marca has another version or is deleted. */
export const updateMarca = (tx: TenantDb, id: string, { versao, ...values }: Values & { versao: number }) =>
  tx
    .updateTable('marcas')
    .set({ ...values, versao: sql`versao + 1` })
    .where('id', '=', id)
    .where('versao', '=', versao)
    .returning(COLUMNS)
    .executeTakeFirst();

export const deleteMarca = (tx: TenantDb, id: string) =>
  tx.deleteFrom('marcas').where('id', '=', id).returning('logo_arquivo_id').executeTakeFirst();
