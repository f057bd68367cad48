import type { SellerRef } from '#modules/marketplace/seller.ts';
import type { Budget } from '#platform/db/db.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import type { Likeness } from './compare-groups.ts';
import { unitKeyOf } from './compare-same.queries.ts';
import { planForMany } from './plan-for-many.queries.ts';

/** The position of a unit in its importacao. */
export interface Place {
  anuncio_id: string;
  variacao_id: string;
}

export const FIRST: Place = { anuncio_id: '', variacao_id: '' };

/**
 * Reads the anuncio of each row `i` by its whole key. The tables were just filled, so the planner assumes that they are
 * empty and would scan all of them for each row.
 */
const ANUNCIO = `lateral (
  select * from anuncios a where a.empresa_id = $1 and (a.marketplace, a.seller_id) = ($3, $4) and a.anuncio_id = i.anuncio_id
    and a.variacao_id = i.variacao_id offset 0) a`;

export const selectLikenesses = (
  tx: TenantDb,
  {
    importacaoId,
    seller,
    after,
    limit,
  }: { importacaoId: string; seller: SellerRef; after: Place; limit: number },
) =>
  tx.query<Likeness & Place>(
    `select i.anuncio_id, i.variacao_id, ${unitKeyOf('i')} as chave,
       case when a.sku_proprio then a.sku end as sku, a.gtins, normalize_text(a.marca) as marca, a.categoria_externa_id,
       a.produto_fisico, a.gemeos
     from importacao_itens i cross join ${ANUNCIO}
     where i.empresa_id = $1 and i.importacao_id = $2 and i.resultado = 'pendente'
       and (i.anuncio_id, i.variacao_id) > ($5, $6)
     order by i.anuncio_id, i.variacao_id limit $7`,
    [importacaoId, seller.marketplace, seller.sellerId, after.anuncio_id, after.variacao_id, limit],
  );

/** The empty fields of a produto `p` that an anuncio `a` would fill. */
export const PREENCHE = `array_remove(array[
  case when not code_keys('', a.gtins || a.codigos) <@ p.chaves then 'cod_referencia' end,
  case when p.fotos = '{}' and a.fotos <> '{}' then 'fotos' end,
  case when p.preco_venda = 0 and a.preco > 0 then 'preco_venda' end], null)`;

/** The minimum length of a code that is compared. Shorter codes match too many produtos. */
const SHORTEST_CODE = 4;

/**
 * Proposes an action for consecutive units. Each unit gets the first match of this list: the produto that it
 * became before, the produto that its twin became, a produto with its SKU, with its GTIN, with a vague SKU,
 * with its part number. Units that are one produto later agree on the most certain proposal (`AGREE`). The
 * statement scans the codes of the catalogue once for all units.
 */
const PROPOSE = `
  with u as materialized (
    select i.anuncio_id, i.variacao_id, m.mesmo_produto, coalesce(m.sku_vago, false) as sku_vago, a.sku, a.sku_proprio,
      normalize_text(a.marca) as marca, a.gtins, a.codigos, a.preco, a.fotos, a.produto_id, a.produto_fisico, a.gemeos,
      row_number() over (order by i.anuncio_id, i.variacao_id) as n
    from importacao_itens i cross join ${ANUNCIO}
    left join jsonb_to_recordset($7::jsonb) as m (chave text, mesmo_produto text, sku_vago boolean)
      on m.chave = ${unitKeyOf('i')}
    where i.empresa_id = $1 and i.importacao_id = $2 and i.resultado = 'pendente'
      and (i.anuncio_id, i.variacao_id) > ($5, $6) and (i.anuncio_id, i.variacao_id) <= ($8, $9)
  ), codes as materialized (
    select u.n, u.marca, k.chave, c.gtin
    from u
    cross join lateral (
      select code, true as gtin from unnest(u.gtins) g (code)
      union all select code, false from unnest(u.codigos) o (code)) c
    cross join lateral (values (code_key(c.code))) k (chave)
    where c.gtin or char_length(k.chave) >= ${SHORTEST_CODE}
  ), hits as materialized (
    select distinct c.n, c.gtin, p.id, p.nome_ordem, coalesce(p.marca = c.marca, false) as mesma_marca
    from (
      select p.id, p.nome_ordem, m.nome_ordem as marca, k.chave
      from produtos p
      join marcas m on m.empresa_id = $1 and m.id = p.marca_id
      cross join lateral unnest(p.chaves) k (chave)
      where p.empresa_id = $1 and exists (select from codes)
    ) p join codes c on c.chave = p.chave
  ), found as (
    select u.n, 1 as rank, u.produto_id as id, 'anuncio' as por, 'alta' as confianca
    from u where u.produto_id is not null
    union all
    select u.n, 2, t.produto_id, 'anuncio', 'alta'
    from u join anuncios t on t.empresa_id = $1 and (t.marketplace, t.seller_id) = ($3, $4) and t.produto_id is not null
      and t.produto_fisico = u.produto_fisico
    union all
    select u.n, 2, t.produto_id, 'anuncio', 'alta'
    from u cross join lateral unnest(u.gemeos) g (chave)
    join anuncios t on t.empresa_id = $1 and (t.marketplace, t.seller_id) = ($3, $4) and t.produto_id is not null
      and t.anuncio_id = split_part(g.chave, ' ', 1) and t.variacao_id = split_part(g.chave, ' ', 2)
    union all
    select u.n, case when u.sku_vago then 5 else 3 end, p.id, 'sku',
      case when u.sku_proprio and not u.sku_vago then 'alta' else 'media' end
    from u join produtos p on p.empresa_id = $1 and p.sku = u.sku
    union all
    select h.n, 4, (array_agg(h.id order by h.nome_ordem, h.id))[1], 'gtin', case when count(*) = 1 then 'alta' else 'baixa' end
    from hits h where h.gtin group by h.n
    union all
    select h.n, 6, (array_agg(h.id order by h.nome_ordem, h.id))[1], 'codigo', case when count(*) = 1 then 'media' else 'baixa' end
    from hits h where not h.gtin and h.mesma_marca group by h.n
    union all
    select h.n, 7, (array_agg(h.id))[1], 'codigo', 'baixa'
    from hits h where not h.gtin and not h.mesma_marca group by h.n having count(*) = 1
  ), best as (
    select distinct on (f.n) f.n, f.rank, f.id, f.por, f.confianca from found f order by f.n, f.rank, f.id
  )
  update importacao_itens i
  set mesmo_produto = u.mesmo_produto, acao = case when b.id is null then 'criar' else 'ligar' end,
    produto_id = b.id, proposto_id = b.id, por = b.por, confianca = b.confianca, conferido = false,
    preenche = case when b.id is null or b.rank = 1 then '{}' else (
      select ${PREENCHE} from produtos p, (select u.gtins, u.codigos, u.fotos, u.preco) a
      where p.empresa_id = $1 and p.id = b.id) end
  from u left join best b on b.n = u.n
  where i.empresa_id = $1 and i.importacao_id = $2 and i.anuncio_id = u.anuncio_id and i.variacao_id = u.variacao_id`;

/**
 * The time limits of the transactions that compare. No person waits for them, so they may take longer than a
 * request.
 */
export const COMPARE_BUDGET: Budget = { statementMs: 60_000 };
const LIMITS = 'set local transaction_timeout = 0';

/** A unit that is, or may be, one produto with others. */
export interface Member {
  chave: string;
  mesmo_produto: string;
  gemeo: boolean;
  sku_vago: boolean;
  talvez: string | null;
  por: string | null;
}

export interface Stretch {
  importacaoId: string;
  seller: SellerRef;
  after: Place;
  last: Place;
  members: readonly Member[];
}

export async function proposeStretch(tx: TenantDb, stretch: Stretch): Promise<void> {
  await tx.raw(LIMITS);
  await planForMany(tx);
  await tx.query(PROPOSE, [
    stretch.importacaoId,
    stretch.seller.marketplace,
    stretch.seller.sellerId,
    stretch.after.anuncio_id,
    stretch.after.variacao_id,
    JSON.stringify(stretch.members),
    stretch.last.anuncio_id,
    stretch.last.variacao_id,
  ]);
}

/**
 * Gives units that are one produto the most certain proposal among them, or the produto that the first of
 * them will become. If that proposal is not certain, a person decides once, about the first of them.
 */
const AGREE = `
  with g as (
    select i.anuncio_id, i.variacao_id, i.mesmo_produto = ${unitKeyOf('i')} as primeiro, m.gemeo, i.confianca,
      first_value(i.produto_id) over w as do_grupo, first_value(i.por) over w as do_grupo_por,
      first_value(i.confianca) over w as do_grupo_confianca, first_value(i.preenche) over w as do_grupo_preenche
    from jsonb_to_recordset($3::jsonb) as m (chave text, gemeo boolean)
    cross join lateral (
      select * from importacao_itens i where i.empresa_id = $1 and i.importacao_id = $2
        and i.anuncio_id = split_part(m.chave, ' ', 1) and i.variacao_id = split_part(m.chave, ' ', 2) offset 0) i
    where i.mesmo_produto is not null and i.resultado = 'pendente'
    window w as (partition by i.mesmo_produto order by array_position(array['alta', 'media', 'baixa'], i.confianca),
      (i.por = 'anuncio') desc nulls last, (i.por = 'sku') desc nulls last, i.anuncio_id, i.variacao_id)
  ), a as (
    select g.*, g.do_grupo_confianca is not distinct from 'alta' as certo from g
    where g.confianca is distinct from 'alta' and (not g.primeiro or g.do_grupo_confianca is not null)
  )
  update importacao_itens i
  set acao = 'ligar',
    por = case when a.primeiro and not a.certo then a.do_grupo_por when a.gemeo then 'anuncio' else 'sku' end,
    confianca = case when a.primeiro then a.do_grupo_confianca else 'alta' end,
    produto_id = case when a.primeiro or a.certo then a.do_grupo end,
    proposto_id = case when a.primeiro or a.certo then a.do_grupo end,
    preenche = case when a.primeiro and not a.certo then a.do_grupo_preenche else '{}' end
  from a
  where i.empresa_id = $1 and i.importacao_id = $2 and i.anuncio_id = a.anuncio_id and i.variacao_id = a.variacao_id`;

/**
 * Proposes a link for units that may be one produto with others and match no existing produto. A person
 * decides.
 */
const ASK = `
  update importacao_itens i set acao = 'ligar', por = m.por, confianca = 'media', mesmo_produto = m.talvez
  from jsonb_to_recordset($3::jsonb) as m (chave text, talvez text, por text)
  where i.empresa_id = $1 and i.importacao_id = $2 and i.resultado = 'pendente' and i.acao = 'criar'
    and i.anuncio_id = split_part(m.chave, ' ', 1) and i.variacao_id = split_part(m.chave, ' ', 2)`;

export async function agreeInGroups(
  tx: TenantDb,
  importacaoId: string,
  members: readonly Member[],
): Promise<void> {
  await tx.raw(LIMITS);
  await planForMany(tx);
  await tx.query(AGREE, [importacaoId, JSON.stringify(members)]);
  const asked = members.filter(({ talvez }) => talvez !== null);
  await tx.query(ASK, [importacaoId, JSON.stringify(asked)]);
}

/** Ends the reading and releases the lease, because the preview now waits for a person. */
export const finishReading = (tx: TenantDb, importacaoId: string) =>
  tx.query(
    `update importacoes set situacao = 'pronta', passo = 'importar', vez = vez + 1
     where empresa_id = $1 and id = $2`,
    [importacaoId],
  );
