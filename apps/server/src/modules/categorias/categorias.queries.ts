import { Categoria, type CategoriaInput, CategoriaListada } from '@prumo/contract/categorias.ts';
import { sql } from 'kysely';
import { trashOf } from '#platform/history.ts';
import { columnsOf, listOf } from '#platform/list.ts';
import type { TenantDb } from '#platform/tenant-db.ts';
import { countUses } from '#platform/uses.ts';

const COLUMNS = columnsOf(Categoria);
const CHILDREN = 'from categorias c where c.empresa_id = t.empresa_id and c.parent_id = t.id';

export const selectCategorias = listOf<CategoriaListada>({
  table: 'categorias',
  row: CategoriaListada,
  sort: { nome: 'nome_ordem', created_at: 'created_at' },
  defaultOrder: '-created_at',
  filters: ['parent_id', 'principal'],
  computed: {
    parent_nome: '(select p.nome from categorias p where p.empresa_id = t.empresa_id and p.id = t.parent_id)',
    total_subcategorias: `(select count(*)::int ${CHILDREN})`,
    subcategorias: `(select coalesce(json_agg(s), '[]')
      from (select c.id, c.nome ${CHILDREN} order by c.nome_ordem, c.id limit 10) s)`,
  },
});

export const selectCategoriasExcluidas = trashOf<Categoria>('categorias', COLUMNS);

export const selectCategoria = (tx: TenantDb, id: string) =>
  tx.selectFrom('categorias').select(COLUMNS).where('id', '=', id).executeTakeFirst();

export const countSubcategorias = countUses('categorias', 'parent_id');

export const countProdutos = countUses('produtos', 'categoria_id');

export const insertCategoria = (tx: TenantDb, values: CategoriaInput) =>
  tx
    .insertInto('categorias', { ...values, user_id: tx.userId })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();

/** Nothing comes back when the row is at another version, or gone. */
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
