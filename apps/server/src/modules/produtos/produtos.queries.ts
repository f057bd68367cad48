import {
  type Produto,
  ProdutoExcluido,
  type ProdutoInput,
  ProdutoListado,
  produtosFilters,
} from '@prumo/contract/produtos.ts';
import { sql } from 'kysely';
import { hiddenOf, visible } from '#platform/db/field-rights.ts';
import { trashOf } from '#platform/db/history.ts';
import { columnsOf, listOf } from '#platform/db/list.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';

const COLUMNS = columnsOf(ProdutoExcluido);

const nomeIn = (table: string, column: string) =>
  `(select r.nome from ${table} r where r.empresa_id = t.empresa_id and r.id = t.${column})`;

/** What a produto shows of other tables. */
const COMPUTED = {
  categoria_nome: nomeIn('categorias', 'categoria_id'),
  marca_nome: nomeIn('marcas', 'marca_id'),
  fornecedor_nome: nomeIn('fornecedores', 'fornecedor_id'),
  reservado: 't.reservado::text',
  disponivel: '(t.estoque_inicial - t.reservado)::text',
  minimo: `(select sum(s.minimo)::text from produto_deposito s where s.empresa_id = t.empresa_id and s.produto_id = t.id)`,
};

/** The values of a produto without its stock, which changes only through the ledger. */
type Values = Omit<ProdutoInput, 'depositos'>;

export const selectProdutos = listOf<ProdutoListado>({
  table: 'produtos',
  row: ProdutoListado,
  sort: { nome: 'nome_ordem', sku: 'sku_ordem', preco_venda: 'preco_ordem', created_at: 'created_at' },
  defaultOrder: '-created_at',
  computed: COMPUTED,
  finder: { name: 'find_produtos', filters: Object.keys(produtosFilters) },
});

/** Selects the deleted produtos. Their stock is the quantity that the deletion moved out of the ledger. */
export const selectProdutosExcluidos = trashOf<ProdutoExcluido>('produtos', COLUMNS, {
  estoque_inicial: `(select coalesce(-sum(m.delta), 0)::numeric(12, 2) from movimentos_estoque m
    where m.empresa_id = $1 and m.lote = h.lote and m.produto_id = h.registro_id)`,
});

export async function selectProduto(tx: TenantDb, id: string): Promise<ProdutoListado | undefined> {
  const computed = Object.entries(COMPUTED).map(([name, value]) => `${value} as ${name}`);
  const [row] = await tx.query<ProdutoListado & { ocultos: string[] }>(
    `select ${COLUMNS.map((name) => `t.${name}`).join(', ')}, ${computed.join(', ')}, ${hiddenOf(COLUMNS)} as ocultos
     from produtos t where t.empresa_id = $1 and t.id = $2`,
    [id],
  );
  return row && visible(row);
}

/**
 * Serialises all changes of a produto and its stock. The function uses SQL text, because Kysely would issue
 * the lock only after the statement that is pipelined behind it.
 */
export async function lockProduto(tx: TenantDb, id: string): Promise<{ id: string } | undefined> {
  const [row] = await tx.query<{ id: string }>(
    'select id from produtos where empresa_id = $1 and id = $2 for no key update',
    [id],
  );
  return row;
}

export async function selectTwin(tx: TenantDb, sku: string, id: string | null) {
  const [twin] = await tx.query<{ nome: string }>(
    'select nome from produtos where empresa_id = $1 and sku = $2 and id is distinct from $3::uuid',
    [sku, id],
  );
  return twin;
}

export const insertProduto = (tx: TenantDb, values: Values) =>
  tx
    .insertInto('produtos', { ...values, user_id: tx.userId })
    .returning('id')
    .executeTakeFirstOrThrow();

type NewProduto = Omit<Values, 'custo_unitario' | 'fotos'> & Pick<Produto, 'estoque_inicial'>;

/**
 * Inserts many produtos, without cost and photos, with the stock whose movimentos follow. Does not return a
 * produto whose SKU is already taken.
 */
export const insertProdutos = (tx: TenantDb, rows: readonly NewProduto[]) =>
  tx.query<{ id: string; sku: string }>(
    `insert into produtos (empresa_id, user_id, nome, sku, categoria_id, marca_id, fornecedor_id, cod_referencia,
       custo_unitario, preco_venda, estoque_inicial)
     select $1, $2, r.nome, r.sku, r.categoria_id, r.marca_id, r.fornecedor_id, r.cod_referencia, 0, r.preco_venda,
       r.estoque_inicial
     from jsonb_to_recordset($3::jsonb) r (nome text, sku text, categoria_id uuid, marca_id uuid, fornecedor_id uuid,
       cod_referencia text[], preco_venda numeric, estoque_inicial numeric)
     on conflict on constraint produtos_sku_key do nothing returning id, sku`,
    [tx.userId, JSON.stringify(rows)],
  );

/** Returns no row when the produto has another version or is deleted. */
export const updateProduto = (
  tx: TenantDb,
  id: Produto['id'],
  { versao, ...values }: Values & { versao: number },
) =>
  tx
    .updateTable('produtos')
    .set({ ...values, versao: sql`versao + 1` })
    .where('id', '=', id)
    .where('versao', '=', versao)
    .returning('id')
    .executeTakeFirst();

export const deleteProduto = (tx: TenantDb, id: string) =>
  tx.deleteFrom('produtos').where('id', '=', id).returning('fotos').executeTakeFirstOrThrow();
