import { type InventarioResumo, ItemInventario } from '@prumo/contract/inventario.ts';
import { endOfDay } from '#modules/movimentos/movimentos.queries.ts';
import { listOf } from '#platform/db/list.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';

const ofProduto = (sql: string) =>
  `(select ${sql} from produtos p where p.empresa_id = t.empresa_id and p.id = t.produto_id)`;
const ofDeposito = (sql: string) =>
  `(select ${sql} from depositos e where e.empresa_id = t.empresa_id and e.id = t.deposito_id)`;

const COMPUTED = {
  produto_nome: ofProduto('p.nome'),
  sku: ofProduto('p.sku'),
  foto: ofProduto('p.fotos[1]'),
  deposito_nome: ofDeposito('e.nome'),
  deposito_ativo: ofDeposito('e.ativo'),
  disponivel: '(t.quantidade - t.reservado)::text',
  quantidade_em: 'null::text',
};

export const selectInventario = listOf<ItemInventario>({
  table: 'produto_deposito',
  row: ItemInventario,
  computed: COMPUTED,
  sort: { ultima_movimentacao: 'movimentacao_ordem', quantidade: 'quantidade_ordem' },
  defaultOrder: '-ultima_movimentacao',
  finder: { name: 'find_inventario', filters: ['deposito_id', 'situacao'] },
});

const ITEM = Object.keys(ItemInventario.shape)
  .map((name) => `${COMPUTED[name as keyof typeof COMPUTED] ?? `t.${name}`} as ${name}`)
  .join(', ');

export async function selectItem(tx: TenantDb, id: string): Promise<ItemInventario | undefined> {
  const [row] = await tx.query<ItemInventario>(
    `select ${ITEM} from produto_deposito t where t.empresa_id = $1 and t.id = $2`,
    [id],
  );
  return row;
}

/**
 * Selects the quantity of each row at the end of a day from the ledger. The result omits a row without an
 * earlier movimento.
 */
export const selectQuantidadesAt = (tx: TenantDb, ids: readonly string[], day: string) =>
  tx.query<{ id: string; quantidade: string }>(
    `select t.id, m.saldo as quantidade from produto_deposito t
     cross join lateral (
       select m.saldo from movimentos_estoque m
       where m.empresa_id = $1 and m.produto_id = t.produto_id and m.deposito_id = t.deposito_id
         and m.created_at < ${endOfDay('$3')}
       order by m.created_at desc limit 1) m
     where t.empresa_id = $1 and t.id = any($2::uuid[])`,
    [ids, day],
  );

export async function selectResumo(tx: TenantDb): Promise<InventarioResumo> {
  const [row] = await tx.query<InventarioResumo>(
    `select coalesce(sum(delta) filter (where nome = 'produtos.estoque'), 0)::numeric(20, 2) as total,
       coalesce(sum(delta) filter (where nome = 'inventario.baixo'), 0)::int as baixo,
       coalesce(sum(delta) filter (where nome = 'inventario.zerado'), 0)::int as zerado
     from contadores where empresa_id = $1 and nome in ('produtos.estoque', 'inventario.baixo', 'inventario.zerado')`,
  );
  if (!row) throw new Error('an aggregate without a row');
  return row;
}

/** Returns false when the row has another version or is deleted. */
export async function updateMinimo(
  tx: TenantDb,
  id: string,
  { minimo, versao }: { minimo: string | null; versao: number },
): Promise<boolean> {
  const rows = await tx.query(
    `update produto_deposito set minimo = $3, versao = versao + 1
     where empresa_id = $1 and id = $2 and versao = $4 returning id`,
    [id, minimo, versao],
  );
  return rows.length > 0;
}
