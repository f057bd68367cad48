import { OF, PEDIDO, VENDIDOS } from './vendidos.ts';

/** The goods of an item: the stored lines about it, and the present custo of what is still here or left without a line. */
const ITEM = `
  item as (
    select v.marketplace, v.seller_id, v.pedido_id, v.criado_em, v.is_varios, v.is_off, v.venda, v.estornado, v.comissao,
      v.frete, v.outra, v.imposto, v.mercadoria, v.is_estimada, v.sem_frete, v.sem_imposto,
      n.ordem, coalesce(n.anuncio_id, '') as anuncio_id, p.id as produto_id,
      case when v.is_off then 0 else coalesce(n.quantidade, 0) end as unidades,
      g.valor as gravada, coalesce(t.valor, 0) as estimada, coalesce(t.valor, 0) > 0 as is_parte_estimada,
      not v.is_off and n.anuncio_id is not null and not n.is_kit and p.custo is null as sem_custo,
      a.preco * n.quantidade as preco, n.quantidade
    from pedido v
    cross join lateral (
      select 1::bigint as ordem, v.anuncio_id, v.variacao_id, (v.itens -> 0 ->> 'quantidade')::int as quantidade,
        coalesce((v.itens -> 0 ->> 'is_kit')::boolean, false) as is_kit
      where not v.is_varios
      union all (select j.ordem, j.valor ->> 'anuncio_id', j.valor ->> 'variacao_id', (j.valor ->> 'quantidade')::int,
        coalesce((j.valor ->> 'is_kit')::boolean, false)
      from jsonb_array_elements(v.itens) with ordinality j (valor, ordem) where v.is_varios limit 100)) n
    left join lateral (select x.produto_id, x.reservado, x.saiu, x.vendavel from reservas x where ${OF}
      and x.pedido_id = v.pedido_id and x.anuncio_id = n.anuncio_id and x.variacao_id = n.variacao_id limit 1) r on true
    left join lateral (select x.produto_id, x.preco from anuncios x where (v.is_varios or r.produto_id is null) and ${OF}
      and x.anuncio_id = n.anuncio_id and x.variacao_id = n.variacao_id limit 1) a on true
    left join lateral (select x.id, nullif(x.custo_unitario, 0) as custo from produtos x where x.empresa_id = $1
      and x.id = coalesce(r.produto_id, a.produto_id) limit 1) p on true
    cross join lateral (select coalesce(sum(x.valor), 0) as valor, coalesce(sum(x.quantidade), 0) as contadas
      from pedido_custos x where v.is_varios and ${OF} and x.pedido_id = v.pedido_id and x.tipo = 'mercadoria'
        and x.anuncio_id = n.anuncio_id and x.variacao_id = n.variacao_id) g
    left join lateral (select p.custo * case when r.reservado is null then n.quantidade else r.reservado
        + greatest(0, r.saiu - r.vendavel - case when v.is_varios then g.contadas else v.contadas end) end as valor
      where not v.is_off and not n.is_kit and p.custo is not null) t on true
  )`;

/** What belongs to the whole pedido. `resto` is the cost of goods whose item the pedido no longer has. */
const INTEIROS = ['venda', 'estornado', 'comissao', 'frete', 'outra', 'imposto', 'resto'] as const;

/**
 * Shares out what belongs to the whole pedido over its items by largest remainder, as `custos/share-out.ts` does, so that
 * the parts add up to the cent. The weights are the present prices of the anuncios, or the units if one is unknown. A
 * pedido has nearly always one item, which takes all.
 */
const PARTE = `
  pesado as (
    select i.*, i.mercadoria - sum(i.gravada) over todos as resto,
      case when bool_and(coalesce(i.preco, 0) > 0) over todos then i.preco * 100 else greatest(i.quantidade, 0) end as bruto
    from item i where i.is_varios
    window todos as (partition by i.marketplace, i.seller_id, i.pedido_id)
  ), ponderado as (
    select i.*, case when sum(i.bruto) over todos = 0 then 1 else i.bruto end as peso,
      case when sum(i.bruto) over todos = 0 then count(*) over todos else sum(i.bruto) over todos end as pesos
    from pesado i window todos as (partition by i.marketplace, i.seller_id, i.pedido_id)
  ), cota as (
    select i.marketplace, i.seller_id, i.pedido_id, i.ordem, k.tipo, sign(k.centavos) as sinal, abs(k.centavos) as tamanho,
      div(abs(k.centavos) * i.peso, i.pesos) as base, mod(abs(k.centavos) * i.peso, i.pesos) as sobra
    from ponderado i
    cross join lateral (values ${INTEIROS.map((each) => `('${each}', i.${each} * 100)`).join(', ')}) k (tipo, centavos)
  ), cotado as (
    select c.*, c.sinal * (c.base + case when row_number() over (partition by c.marketplace, c.seller_id, c.pedido_id, c.tipo
        order by c.sobra desc, c.ordem)
      <= c.tamanho - sum(c.base) over (partition by c.marketplace, c.seller_id, c.pedido_id, c.tipo)
      then 1 else 0 end) as centavos
    from cota c
  ), repartido as (
    select c.marketplace, c.seller_id, c.pedido_id, c.ordem,
      ${INTEIROS.map((each) => `sum(c.centavos) filter (where c.tipo = '${each}') as ${each}`).join(', ')}
    from cotado c group by 1, 2, 3, 4
  ), parte as (
    select i.marketplace, i.seller_id, i.pedido_id, i.criado_em, i.is_off, i.anuncio_id, i.produto_id, i.unidades,
      i.venda * 100 as venda, i.estornado * 100 as estornado, i.comissao * 100 as comissao, i.frete * 100 as frete,
      i.outra * 100 as outra, i.imposto * 100 as imposto, (i.mercadoria + i.estimada) * 100 as mercadoria,
      i.is_estimada or i.is_parte_estimada as is_estimada, i.sem_custo, i.sem_frete, i.sem_imposto
    from item i where not i.is_varios
    union all
    select i.marketplace, i.seller_id, i.pedido_id, i.criado_em, i.is_off, i.anuncio_id, i.produto_id, i.unidades,
      r.venda, r.estornado, r.comissao, r.frete, r.outra, r.imposto, r.resto + (i.gravada + i.estimada) * 100,
      i.is_estimada or i.is_parte_estimada, i.sem_custo, i.sem_frete, i.sem_imposto
    from ponderado i join repartido r using (marketplace, seller_id, pedido_id, ordem)
  )`;

export const CHAVE_DO_ANUNCIO = "concat_ws(':', i.marketplace, i.seller_id, i.anuncio_id)";

/**
 * The SQL of what every answer adds up: the parts of the pedidos that the filters let through, added up within each pedido
 * and value of `chave`. `$2` and `$3` are the first and the last day in America/Sao_Paulo, `$4` the conta, `$5` the produto
 * and `$6` the anuncio, or null.
 *
 * It states the rules of `custos/lines-that-count.ts` and `custos/margem-of.ts` once more, for many pedidos. A test
 * compares the two. Lateral joins look each row up by its key, so the cost grows with the pedidos of the period and not
 * with the empresa, also right after a synchronisation, when the statistics of the planner are old.
 */
export const partesBy = (chave: string) => `
  with ${VENDIDOS}, ${PEDIDO}, ${ITEM}, ${PARTE}, do_pedido as (
    select ${chave} as chave, i.marketplace, i.seller_id, i.pedido_id, min(i.criado_em) as criado_em, bool_or(i.is_off) as is_off,
      min(i.anuncio_id) as anuncio_id, min(i.produto_id::text) as produto_id, count(*) as itens, sum(i.unidades) as unidades,
      sum(i.venda) as venda, sum(i.estornado) as estornado, sum(i.comissao) as comissao, sum(i.frete) as frete,
      sum(i.outra) as outra, sum(i.imposto) as imposto, sum(i.mercadoria) as mercadoria,
      bool_or(i.is_estimada) as is_estimada, bool_or(i.sem_custo) as sem_custo, bool_or(i.sem_frete) as sem_frete,
      bool_or(i.sem_imposto) as sem_imposto
    from parte i
    where ($5::text is null or coalesce(i.produto_id::text, '') = $5)
      and ($6::text is null or ${CHAVE_DO_ANUNCIO} = $6)
    group by chave, i.marketplace, i.seller_id, i.pedido_id
  )`;

/** The sums of the group, in cents as texts, and the margin in tenths of a percent, rounded half away from zero. */
export const SOMAS = `
  count(*)::int as pedidos, coalesce(sum(d.unidades), 0)::int as unidades,
  coalesce(sum(d.venda), 0) as venda, coalesce(sum(d.estornado), 0) as estornado,
  coalesce(sum(d.comissao), 0) as comissao, coalesce(sum(d.frete), 0) as frete, coalesce(sum(d.outra), 0) as outra,
  coalesce(sum(d.imposto), 0) as imposto, coalesce(sum(d.mercadoria), 0) as mercadoria,
  coalesce(sum(d.venda - d.estornado - d.comissao - d.frete - d.outra - d.imposto - d.mercadoria), 0) as margem,
  coalesce(bool_or(d.is_estimada), false) as estimada,
  count(*) filter (where d.sem_custo)::int as sem_custo, count(*) filter (where d.sem_frete)::int as sem_frete,
  count(*) filter (where d.sem_imposto)::int as sem_imposto`;

/** Null when refunds leave no sale, because nothing can be divided by it. `div` is exact, and `round` of a quotient is not. */
export const DECIMOS = `case when s.venda > s.estornado
  then sign(s.margem) * div(abs(s.margem) * 2000 + s.venda - s.estornado, (s.venda - s.estornado) * 2) end`;
