/** From an instant until just before the other, of one account. */
export interface Periodo {
  userMlId: string;
  from: string;
  to: string;
}

export const ZONE = "at time zone 'America/Sao_Paulo'";

/** Which days of the period $3 to $4 are whole, and what is left at its ends. */
export const BOUNDS = `
  limites as materialized (
    select p.*, p.primeiro::timestamp ${ZONE} as inicio_inteiros, p.fim::timestamp ${ZONE} as fim_inteiros
    from (
      select $3::timestamptz as de, $4::timestamptz as ate,
        ceil_day.dia as primeiro, greatest(ceil_day.dia, ($4::timestamptz ${ZONE})::date) as fim
      from (select (($3::timestamptz ${ZONE}) + interval '1 day' - interval '1 microsecond')::date as dia) ceil_day
    ) p
  )`;
/** The pedidos outside of the whole days. */
export const AT_THE_ENDS = `
  from limites l cross join lateral (
    select * from pedidos p where p.empresa_id = $1 and p.user_ml_id = $2
      and p.criado_em >= l.de and p.criado_em < least(l.inicio_inteiros, l.ate)
    union all
    select * from pedidos p where p.empresa_id = $1 and p.user_ml_id = $2
      and p.criado_em >= l.fim_inteiros and p.criado_em < l.ate
  ) p`;
