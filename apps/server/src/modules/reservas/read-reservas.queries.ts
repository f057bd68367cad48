import type { TenantDb } from '#platform/db/tenant-db.ts';
import type { Reserva } from './reservas.queries.ts';

/** A reserva with what its deposito shows. */
export interface Lida extends Reserva {
  deposito_nome: string | null;
  /** Null when the produto is not in the deposito. */
  saldo: string | null;
}

const LIDA = `select r.id, r.marketplace, r.seller_id, r.pedido_id, r.anuncio_id, r.variacao_id, r.produto_id, r.deposito_id,
    r.reservado, r.saiu, r.saida_pendente, r.a_conferir, r.vendavel, r.avariado, r.nao_enviar, r.prazo, r.criado_em,
    r.passos, e.nome as deposito_nome, d.quantidade::text as saldo
  from reservas r
  left join depositos e on e.empresa_id = $1 and e.id = r.deposito_id
  left join produto_deposito d on d.empresa_id = $1 and d.produto_id = r.produto_id and d.deposito_id = r.deposito_id`;

/** Selects the open reservas of a produto, the most urgent first. */
export const selectAbertas = (tx: TenantDb, produtoId: string, limit: number) =>
  tx.query<Lida>(
    `${LIDA} where r.empresa_id = $1 and r.produto_id = $2 and r.reservado > 0
     order by r.prazo nulls last, r.criado_em, r.id limit $3`,
    [produtoId, limit],
  );

/** Selects the returns that wait for a person, the oldest first, with one row more than a page. */
export const selectAConferir = (tx: TenantDb, cursor: string | undefined, limit: number) =>
  tx.query<Lida>(
    `${LIDA} where r.empresa_id = $1 and r.a_conferir > r.vendavel + r.avariado and ($2::uuid is null or r.id > $2)
     order by r.id limit $3`,
    [cursor ?? null, limit],
  );

export async function selectLida(tx: TenantDb, id: string): Promise<Lida | undefined> {
  const [row] = await tx.query<Lida>(`${LIDA} where r.empresa_id = $1 and r.id = $2`, [id]);
  return row;
}
