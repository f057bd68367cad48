import type { SellerRef } from '#modules/marketplace/seller.ts';

/** A half-open interval of one seller's account: `from` is inside, `to` is not. */
export interface Periodo {
  seller: SellerRef;
  from: string;
  to: string;
}

export const ZONE = "at time zone 'America/Sao_Paulo'";

/** The whole days within $4 to $5, and the instants at which they begin and end. */
export const BOUNDS = `
  limites as materialized (
    select p.*, p.primeiro::timestamp ${ZONE} as inicio_inteiros, p.fim::timestamp ${ZONE} as fim_inteiros
    from (
      select $4::timestamptz as de, $5::timestamptz as ate,
        ceil_day.dia as primeiro, greatest(ceil_day.dia, ($5::timestamptz ${ZONE})::date) as fim
      from (select (($4::timestamptz ${ZONE}) + interval '1 day' - interval '1 microsecond')::date as dia) ceil_day
    ) p
  )`;
/** The pedidos of the partial days at both ends of the period. */
export const AT_THE_ENDS = `
  from limites l cross join lateral (
    select * from pedidos p where p.empresa_id = $1 and p.marketplace = $2 and p.seller_id = $3
      and p.criado_em >= l.de and p.criado_em < least(l.inicio_inteiros, l.ate)
    union all
    select * from pedidos p where p.empresa_id = $1 and p.marketplace = $2 and p.seller_id = $3
      and p.criado_em >= l.fim_inteiros and p.criado_em < l.ate
  ) p`;
