import {
  Categoria,
  type CategoriaInput,
  CategoriaListada,
  MAX_SUBCATEGORIAS,
  SUBCATEGORIAS_LISTADAS,
  SUBCATEGORIAS_NA_ARVORE,
} from '@prumo/contract/categorias.ts';
import { sql } from 'kysely';
import { trashOf } from '#platform/db/history.ts';
import { columnsOf, listOf } from '#platform/db/list.ts';
import { namedIn } from '#platform/db/named.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { countUses } from '#platform/db/uses.ts';

const COLUMNS = columnsOf(Categoria);
const CHILDREN = 'from categorias c where c.empresa_id = t.empresa_id and c.parent_id = t.id';

const listWith = (fields: string, atMost: number) =>
  listOf<CategoriaListada>({
    table: 'categorias',
    row: CategoriaListada,
    sort: { nome: 'nome_ordem', created_at: 'created_at' },
    defaultOrder: '-created_at',
    filters: ['parent_id', 'principal'],
    computed: {
      parent_nome:
        '(select p.nome from categorias p where p.empresa_id = t.empresa_id and p.id = t.parent_id)',
      total_subcategorias: `(select count(*)::int from (select ${CHILDREN} limit ${MAX_SUBCATEGORIAS + 1}) c)`,
      subcategorias: `(select coalesce(json_agg(s), '[]')
      from (select ${fields} ${CHILDREN} order by c.nome_ordem, c.id limit ${atMost}) s)`,
    },
  });

export const selectCategorias = listWith('c.id, c.nome', SUBCATEGORIAS_LISTADAS);

/** The principals, each with what the tree shows of its subcategorias. */
export const selectArvore = listWith('c.id, c.nome, c.descricao, c.versao', SUBCATEGORIAS_NA_ARVORE);

export const selectCategoriasExcluidas = trashOf<Categoria>('categorias', COLUMNS);

export const selectCategoria = (tx: TenantDb, id: string) =>
  tx.selectFrom('categorias').select(COLUMNS).where('id', '=', id).executeTakeFirst();

/** Returns the id of each named categoria, and creates the missing ones. */
export const categoriasNamed = namedIn('categorias');

export const countSubcategorias = countUses('categorias', 'parent_id');

export const countProdutos = countUses('produtos', 'categoria_id');

export const insertCategoria = (tx: TenantDb, values: CategoriaInput) =>
  tx
    .insertInto('categorias', { ...values, user_id: tx.userId })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();

/** Returns no row when the categoria has another version or is deleted. */
export const updateCategoria = (
  tx: TenantDb,
  id: string,
  { versao, ...values }: CategoriaInput & { versao: number },
) =>
  tx
    .updateTable('categorias')
    .set({ ...values, versao: sql`versao + 1` })
    .where('id', '=', id)
    .where('versao', '=', versao)
    .returning(COLUMNS)
    .executeTakeFirst();

export const deleteCategoria = (tx: TenantDb, id: string) =>
  tx.deleteFrom('categorias').where('id', '=', id).returning('id').executeTakeFirst();
