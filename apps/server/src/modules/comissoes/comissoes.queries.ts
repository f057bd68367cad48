import { type Comissao, type Lancamento, MAX_LANCAMENTOS } from '@prumo/contract/comissoes.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';

export interface Periodo {
  de: string;
  ate: string;
}

/** The most sales that one answer sums (ADR 0042). */
export const SUMMED = 50_000;

const STARTS = `($2::date::timestamp at time zone 'America/Sao_Paulo')`;
const ENDS = `(($3::date + 1)::timestamp at time zone 'America/Sao_Paulo')`;
const inPeriod = (column: string) => `v.${column} >= ${STARTS} and v.${column} < ${ENDS}`;

/** Sums the comissoes of a period. `lidas` beyond the bound says that some sales are missing. */
export async function selectComissoes(
  tx: TenantDb,
  { de, ate }: Periodo,
): Promise<{ itens: Comissao[]; parcial: boolean }> {
  const rows = await tx.query<Comissao & { lidas: number }>(
    `with made as (
       select v.vendedor_id, v.total, v.comissao_valor from vendas_balcao v
       where v.empresa_id = $1 and v.vendedor_id is not null and ${inPeriod('created_at')} limit ${SUMMED + 1}
     ), taken_back as (
       select v.vendedor_id, v.comissao_valor from vendas_balcao v
       where v.empresa_id = $1 and v.vendedor_id is not null and v.cancelada_em is not null and ${inPeriod('cancelada_em')}
       limit ${SUMMED + 1}
     ), each as (
       select vendedor_id, 1 as vendas, 0 as canceladas, total as vendido, comissao_valor as comissao, 0.00 as estornado from made
       union all select vendedor_id, 0, 1, 0.00, 0.00, comissao_valor from taken_back
     )
     select e.vendedor_id, s.nome as vendedor_nome, sum(e.vendas)::int as vendas, sum(e.vendido)::text as vendido,
       sum(e.comissao)::text as comissao, sum(e.canceladas)::int as canceladas, sum(e.estornado)::text as estornado,
       (sum(e.comissao) - sum(e.estornado))::text as a_pagar,
       greatest((select count(*) from made), (select count(*) from taken_back))::int as lidas
     from each e join vendedores s on s.empresa_id = $1 and s.id = e.vendedor_id
     group by e.vendedor_id, s.nome, s.nome_ordem order by s.nome_ordem, e.vendedor_id`,
    [de, ate],
  );
  return { itens: rows, parcial: rows.some(({ lidas }) => lidas > SUMMED) };
}

/** Selects the sales and cancellations of a vendedor in a period, the last one first, with one more than an answer names. */
export const selectLancamentos = (
  tx: TenantDb,
  { vendedor_id, de, ate }: Periodo & { vendedor_id: string },
) =>
  tx.query<Lancamento>(
    `select * from (
       (select v.id as venda_id, v.numero, v.created_at as em, 'venda' as tipo, v.total::text, v.comissao::text as percentual,
          v.comissao_valor::text as valor
        from vendas_balcao v where v.empresa_id = $1 and v.vendedor_id = $4 and ${inPeriod('created_at')}
        order by v.created_at desc limit ${MAX_LANCAMENTOS + 1})
       union all
       (select v.id, v.numero, v.cancelada_em, 'cancelamento', v.total::text, v.comissao::text, (-v.comissao_valor)::text
        from vendas_balcao v where v.empresa_id = $1 and v.vendedor_id = $4 and v.cancelada_em is not null
          and ${inPeriod('cancelada_em')}
        order by v.cancelada_em desc limit ${MAX_LANCAMENTOS + 1})
     ) l order by l.em desc, l.tipo limit ${MAX_LANCAMENTOS + 1}`,
    [de, ate, vendedor_id],
  );
