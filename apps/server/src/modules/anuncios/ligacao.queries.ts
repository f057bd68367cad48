import type { TenantDb } from '#platform/db/tenant-db.ts';
import type { Chave } from './anuncios.queries.ts';

/** A connected conta as a change names it. */
export async function selectConta(tx: TenantDb, id: string) {
  const [row] = await tx.query<{ marketplace: string; seller_id: string; nome: string }>(
    `select marketplace, user_ml_id as seller_id, coalesce(nickname, user_ml_id) as nome from mercado_livre_config
     where empresa_id = $1 and id = $2 and active`,
    [id],
  );
  return row;
}

const valuesOf = ({ marketplace, seller_id, anuncio_id, variacao_id }: Chave) => [
  ...[marketplace, seller_id, anuncio_id, variacao_id],
];

const LIGACAO = `select produto_id from anuncios where empresa_id = $1 and marketplace = $2 and seller_id = $3
  and anuncio_id = $4 and variacao_id = $5`;

/** Selects the produto that a unit is linked to. */
export async function selectProdutoId(
  tx: TenantDb,
  chave: Chave,
): Promise<{ produto_id: string | null } | undefined> {
  const [row] = await tx.query<{ produto_id: string | null }>(LIGACAO, valuesOf(chave));
  return row;
}

/** Locks a unit. Returns the produto that it is linked to. */
export async function lockLigacao(
  tx: TenantDb,
  chave: Chave,
): Promise<{ produto_id: string | null } | undefined> {
  const [row] = await tx.query<{ produto_id: string | null }>(
    `${LIGACAO} for no key update`,
    valuesOf(chave),
  );
  return row;
}

/** Links a unit, or cuts its link. What the import wrote into the other produto says nothing about this one. */
export const writeLigacao = (tx: TenantDb, chave: Chave, produtoId: string | null) =>
  tx.query(
    `update anuncios set produto_id = $6, importado = null
     where empresa_id = $1 and marketplace = $2 and seller_id = $3 and anuncio_id = $4 and variacao_id = $5`,
    [...valuesOf(chave), produtoId],
  );

export async function selectNome(tx: TenantDb, produtoId: string): Promise<string | undefined> {
  const [row] = await tx.query<{ nome: string }>(
    'select nome from produtos where empresa_id = $1 and id = $2',
    [produtoId],
  );
  return row?.nome;
}
