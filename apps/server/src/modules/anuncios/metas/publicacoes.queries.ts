import { type Publicacao, SEM_ESCOLHA } from '@prumo/contract/publicacao.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';

/** Selects how the anuncios of the produtos share their stock. */
export async function selectPublicacoes(
  tx: TenantDb,
  produtoIds: readonly string[],
): Promise<(produtoId: string) => Publicacao> {
  const rows = await tx.query<Publicacao & { produto_id: string }>(
    'select produto_id, modo, retidas from publicacoes where empresa_id = $1 and produto_id = any ($2::uuid[])',
    [produtoIds],
  );
  const chosen = new Map(rows.map(({ produto_id, modo, retidas }) => [produto_id, { modo, retidas }]));
  return (produtoId) => chosen.get(produtoId) ?? SEM_ESCOLHA;
}

/** Stores how the anuncios of a produto share its stock, if nothing but `antes` is stored. Returns whether it did. */
export async function writePublicacao(
  tx: TenantDb,
  produtoId: string,
  { publicacao, antes }: { publicacao: Publicacao; antes: Publicacao },
): Promise<boolean> {
  const rows = await tx.query(
    `insert into publicacoes as p (empresa_id, produto_id, modo, retidas, user_id) values ($1, $2, $3, $4, $5)
     on conflict (empresa_id, produto_id) do update set modo = excluded.modo, retidas = excluded.retidas,
       user_id = excluded.user_id, atualizado_em = now()
     where (p.modo, p.retidas) = ($6, $7::integer) returning produto_id`,
    [produtoId, publicacao.modo, publicacao.retidas, tx.userId, antes.modo, antes.retidas],
  );
  return rows.length > 0;
}
