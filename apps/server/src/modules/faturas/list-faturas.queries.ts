import type { CobrancaSemPedido, Fatura } from '@prumo/contract/faturas.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';

export interface Vendedora {
  marketplace: string;
  seller_id: string;
}

export async function selectVendedora(tx: TenantDb, contaId: string): Promise<Vendedora | undefined> {
  const [row] = await tx.query<Vendedora>(
    `select marketplace, user_ml_id as seller_id from mercado_livre_config
     where empresa_id = $1 and id = $2 and active`,
    [contaId],
  );
  return row;
}

/** The maximum number of months that a screen shows. */
const MOST_MONTHS = 12;

export const selectFaturas = (tx: TenantDb, { marketplace, seller_id }: Vendedora) =>
  tx.query<Fatura>(
    `select f.competencia::text as competencia, lida_em, sem_permissao, linhas, total::text as total, linhas_casadas,
       casado::text as casado, (total - casado)::text as sem_pedido
     from faturas f where empresa_id = $1 and marketplace = $2 and seller_id = $3
     order by f.competencia desc limit ${MOST_MONTHS}`,
    [marketplace, seller_id],
  );

/** Selects lines of a month, or of the newest one, without a pedido after a line, in the order of their ids as texts. */
export const selectCobrancas = (
  tx: TenantDb,
  { marketplace, seller_id }: Vendedora,
  { competencia, after, limit }: { competencia: string | null; after: string; limit: number },
) =>
  tx.query<CobrancaSemPedido>(
    `select id, texto, codigo, valor::text as valor, lancada_em from fatura_linhas
     where empresa_id = $1 and marketplace = $2 and seller_id = $3 and not casada
       and competencia = coalesce($4::date, (select max(f.competencia) from faturas f
         where f.empresa_id = $1 and f.marketplace = $2 and f.seller_id = $3)) and id > $5
     order by id limit $6`,
    [marketplace, seller_id, competencia, after, limit],
  );
