import type { PreviaDeVendas, VendasConfig, VendasConfigInput } from '@prumo/contract/vendas-config.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';

/** The seller's account at a marketplace. */
export interface Vendedora {
  marketplace: string;
  seller_id: string;
}

/** Selects the account of a connected conta, with its name. */
export async function selectVendedora(
  tx: TenantDb,
  contaId: string,
): Promise<(Vendedora & { nickname: string | null }) | undefined> {
  const [row] = await tx.query<Vendedora & { nickname: string | null }>(
    `select marketplace, user_ml_id as seller_id, nickname from mercado_livre_config
     where empresa_id = $1 and id = $2 and active and user_ml_id is not null`,
    [contaId],
  );
  return row;
}

const UNSET: VendasConfig = {
  ...{ reserva_desde: null, saida_em: 'despacho', depositos: [], versao: 0, atualizado_em: null },
};

/** Selects how the sales of an account reach the stock. Nothing is reserved before a person says so. */
export async function selectVendasConfig(
  tx: TenantDb,
  { marketplace, seller_id }: Vendedora,
): Promise<VendasConfig> {
  const [row] = await tx.query<VendasConfig>(
    `select reserva_desde, saida_em, depositos, versao, atualizado_em from vendas_config
     where empresa_id = $1 and marketplace = $2 and seller_id = $3`,
    [marketplace, seller_id],
  );
  return row ?? UNSET;
}

/** Returns false when the row has another version. A new row has none before. */
export async function writeVendasConfig(
  tx: TenantDb,
  { marketplace, seller_id }: Vendedora,
  { reserva_desde, saida_em, depositos, versao }: VendasConfigInput,
): Promise<boolean> {
  const values = [marketplace, seller_id, reserva_desde, saida_em, depositos, tx.userId];
  const rows =
    versao === 0
      ? await tx.query(
          `insert into vendas_config (empresa_id, marketplace, seller_id, reserva_desde, saida_em, depositos, user_id)
           values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing returning versao`,
          values,
        )
      : await tx.query(
          `update vendas_config set reserva_desde = $4, saida_em = $5,
             escolhida_em = case when reserva_desde is distinct from $4::timestamptz then now() else escolhida_em end, depositos = $6, user_id = $7,
             versao = versao + 1, atualizado_em = now()
           where empresa_id = $1 and marketplace = $2 and seller_id = $3 and versao = $8 returning versao`,
          [...values, versao],
        );
  return rows.length > 0;
}

/** Returns whether sales of the account reached the stock until now. */
export async function endReserva(tx: TenantDb, { marketplace, seller_id }: Vendedora): Promise<boolean> {
  const rows = await tx.query(
    `update vendas_config set reserva_desde = null, versao = versao + 1, atualizado_em = now()
     where empresa_id = $1 and marketplace = $2 and seller_id = $3 and reserva_desde is not null returning versao`,
    [marketplace, seller_id],
  );
  return rows.length > 0;
}

export async function selectDepositosDoAnuncio(
  tx: TenantDb,
  { marketplace, seller_id }: Vendedora,
  anuncioId: string,
): Promise<string[]> {
  const [row] = await tx.query<{ depositos: string[] }>(
    `select depositos from vendas_anuncios
     where empresa_id = $1 and marketplace = $2 and seller_id = $3 and anuncio_id = $4`,
    [marketplace, seller_id, anuncioId],
  );
  return row?.depositos ?? [];
}

/** Without depositos, the anuncio follows its conta again. */
export const writeDepositosDoAnuncio = (
  tx: TenantDb,
  { marketplace, seller_id }: Vendedora,
  { anuncio_id, depositos }: { anuncio_id: string; depositos: readonly string[] },
) =>
  depositos.length === 0
    ? tx.query(
        `delete from vendas_anuncios
         where empresa_id = $1 and marketplace = $2 and seller_id = $3 and anuncio_id = $4`,
        [marketplace, seller_id, anuncio_id],
      )
    : tx.query(
        `insert into vendas_anuncios (empresa_id, marketplace, seller_id, anuncio_id, depositos, user_id)
         values ($1, $2, $3, $4, $5, $6)
         on conflict (empresa_id, marketplace, seller_id, anuncio_id)
         do update set depositos = excluded.depositos, user_id = excluded.user_id, atualizado_em = now()`,
        [marketplace, seller_id, anuncio_id, depositos, tx.userId],
      );

/** Counts those of the depositos that exist. */
export async function countDepositos(tx: TenantDb, ids: readonly string[]): Promise<number> {
  const [row] = await tx.query<{ n: number }>(
    'select count(*)::int as n from depositos where empresa_id = $1 and id = any ($2::uuid[])',
    [ids],
  );
  return row?.n ?? 0;
}

/** The most pedidos that the preview counts, so that the preview of a large seller stays cheap. */
const MOST_COUNTED = 500;

/** Counts the paid pedidos since an instant, without those that only the marketplace stores (Full). */
export async function selectPrevia(
  tx: TenantDb,
  { marketplace, seller_id }: Vendedora,
  desde: string,
): Promise<PreviaDeVendas> {
  const [row] = await tx.query<PreviaDeVendas>(
    `select count(*) filter (where own)::int as pedidos, coalesce(sum(quantidade) filter (where own), 0)::int as unidades,
       count(*) filter (where own and tem_produto is not true)::int as sem_produto, count(*) > ${MOST_COUNTED} as mais
     from (select p.quantidade, a.tem_produto, a.is_full is not true and p.n <= ${MOST_COUNTED} as own from (
       select anuncio_id, quantidade, row_number() over (order by criado_em desc) as n from pedidos
       where empresa_id = $1 and marketplace = $2 and seller_id = $3 and criado_em >= $4 and situacao = 'pago'
       order by criado_em desc limit ${MOST_COUNTED + 1}) p
     left join lateral (
       select bool_and(l.is_full) as is_full, bool_or(l.produto_id is not null) as tem_produto from anuncios l
       where l.empresa_id = $1 and l.marketplace = $2 and l.seller_id = $3 and l.anuncio_id = p.anuncio_id) a on true) counted`,
    [marketplace, seller_id, desde],
  );
  return row ?? { pedidos: 0, unidades: 0, sem_produto: 0, mais: false };
}
