import { MAX_ALIQUOTAS } from '@prumo/contract/aliquotas.ts';
import { MAX_PEDIDOS_DA_MARGEM } from '@prumo/contract/margens.ts';

const ZONE = "at time zone 'America/Sao_Paulo'";
/** More contas than any seller has. */
export const CONTAS = 200;
const MOST = MAX_PEDIDOS_DA_MARGEM;
/** The rows of another table about the same seller as the row `v`. */
export const OF = 'x.empresa_id = $1 and x.marketplace = v.marketplace and x.seller_id = v.seller_id';

/** The pedidos of the period, with one more than an answer adds up, and the rates of the empresa in the order of their days. */
export const VENDIDOS = `
  conta as materialized (
    (select x.marketplace, x.seller_id from vendas_config x where x.empresa_id = $1 and $4::uuid is null limit ${CONTAS})
    union all select v.marketplace, v.user_ml_id from mercado_livre_config v where v.empresa_id = $1 and v.id = $4
  ), taxa as materialized (
    select array_agg(x.desde order by x.desde) as desde, array_agg(x.percentual order by x.desde) as percentual
    from (select * from aliquotas x where x.empresa_id = $1 order by x.desde desc limit ${MAX_ALIQUOTAS}) x
  ), vendido as materialized (
    select v.*, t.percentual[width_bucket((v.criado_em ${ZONE})::date, t.desde)] as percentual,
      jsonb_array_length(v.itens) > 1 as is_varios
    from taxa t cross join conta c cross join lateral (
      select x.marketplace, x.seller_id, x.pedido_id, x.criado_em, x.envio_id, x.situacao, x.foi_pago, x.is_desfeito,
        x.foi_dividido, x.itens, x.itens -> 0 ->> 'anuncio_id' as anuncio_id, x.itens -> 0 ->> 'variacao_id' as variacao_id
      from vendas x where x.empresa_id = $1 and x.marketplace = c.marketplace and x.seller_id = c.seller_id
        and x.criado_em >= ($2::date::timestamp ${ZONE}) and x.criado_em < (($3::date + 1)::timestamp ${ZONE})
      limit ${MOST + 1}) v
    limit ${MOST + 1}
  ), excesso as materialized (select count(*) > ${MOST} as is_demais from vendido)`;

/** The tipos of what the marketplace charges. */
const COBRADOS = ['comissao', 'frete', 'outra'] as const;
const isEstimate = (tipo: string) => `x.tipo = '${tipo}' and x.situacao = 'estimado'`;
const isBilled = (tipo: string) => `x.tipo = '${tipo}' and x.situacao = 'faturado'`;

/**
 * The lines of a pedido that count, added up. What the marketplace charged replaces every estimate of its tipo, and the
 * greatest pair of step and value is the newest estimate. `contadas` are the units about which the lines of the only item
 * say what they cost.
 */
const CUSTOS = `
  select y.mercadoria, y.contadas, y.is_frete_cobrado,
    ${COBRADOS.map((each) => `coalesce(case when y.is_${each} then y.${each} else y.${each}_nova[2] end, 0) as ${each}`).join(', ')},
    ${COBRADOS.map((each) => `(not y.is_${each} and y.${each}_nova is not null)`).join(' or ')} as is_estimada
  from (
    select coalesce(sum(x.valor) filter (where x.tipo = 'mercadoria'), 0) as mercadoria,
      coalesce(sum(x.quantidade) filter (where x.tipo = 'mercadoria' and x.anuncio_id = v.anuncio_id
        and x.variacao_id = v.variacao_id), 0) as contadas,
      coalesce(bool_or(${isBilled('frete')} and x.valor >= 0), false) as is_frete_cobrado,
      ${COBRADOS.map(
        (each) => `coalesce(bool_or(${isBilled(each)} and x.valor >= 0), false) as is_${each},
      sum(x.valor) filter (where ${isBilled(each)}) as ${each},
      max(array[x.passo, x.valor]) filter (where ${isEstimate(each)}) as ${each}_nova`,
      ).join(', ')}
    from (select * from pedido_custos x where ${OF} and x.pedido_id = v.pedido_id limit 500) x
  ) y`;

/** A pedido of the same parcel was charged its freight, and carries it whole. */
const FRETE_DE_OUTRO = `
  exists (select from vendas x join pedido_custos y on y.empresa_id = $1 and y.marketplace = x.marketplace
      and y.seller_id = x.seller_id and y.pedido_id = x.pedido_id and y.tipo = 'frete' and y.situacao = 'faturado'
      and y.valor >= 0
    where ${OF} and x.envio_id = v.envio_id)`;

/** What is not paid for yet is no sale, and what was called off without a cost changes nothing. */
export const PEDIDO = `
  pedido as (
    select v.marketplace, v.seller_id, v.pedido_id, v.criado_em, v.itens, v.is_varios, v.anuncio_id, v.variacao_id, o.is_off,
      case when o.is_off then 0 else coalesce(m.total, 0) end as venda,
      case when o.is_off then 0 else coalesce(m.estornado, 0) end as estornado,
      c.comissao, c.frete, c.outra, c.mercadoria, c.contadas, c.is_estimada,
      case when o.is_off then 0
        else coalesce(round((m.total - coalesce(m.estornado, 0)) * v.percentual / 100, 2), 0) end as imposto,
      not o.is_off and v.percentual is null as sem_imposto,
      case when o.is_off or e.id is null or e.frete is not null or c.is_frete_cobrado then false
        else not ${FRETE_DE_OUTRO} end as sem_frete
    from vendido v
    left join lateral (select x.id, x.frete, x.foi_dividido from vendas_envios x where ${OF} and x.id = v.envio_id
      limit 1) e on true
    left join lateral (select x.total, x.estornado from pedidos x where ${OF} and x.id = v.pedido_id limit 1) m on true
    cross join lateral (select v.situacao = 'cancelado' or v.is_desfeito
      or (v.situacao = 'confirmado' and v.foi_pago) as is_desmarcado offset 0) d
    cross join lateral (select d.is_desmarcado or v.foi_dividido
      or coalesce(e.foi_dividido, false) as is_off offset 0) o
    cross join lateral (${CUSTOS}) c
    where not (select is_demais from excesso) and (
      (v.foi_pago and not o.is_off)
      or (o.is_off and (c.comissao <> 0 or c.frete <> 0 or c.outra <> 0 or c.mercadoria <> 0)))
  )`;
