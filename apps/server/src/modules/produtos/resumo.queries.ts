import { type ProdutoEncontrado, ProdutosResumo } from '@prumo/contract/produtos.ts';
import { hiddenOf, visible } from '#platform/db/field-rights.ts';
import { columnsOf } from '#platform/db/list.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';

/**
 * The size up to which records of a register are checked for use. Each check costs more than the comparison
 * of a name, so the limit is half of that for names.
 */
const NAMES = '(search_limits()).nomes / 2';

/**
 * Counts the used records with one index lookup for each record, because a join would read all produtos of a
 * large empresa. Gives null when there are too many records.
 */
const used = (table: string, column: string) =>
  `(select case when $2::boolean and count(*) > ${NAMES} then null else (count(*) filter (where r.used))::int end
    from (select (select true from produtos p where p.empresa_id = $1 and p.${column} = r.id limit 1) as used
      from ${table} r where r.empresa_id = $1 limit case when $2 then ${NAMES} + 1 end) r)`;

/** The figures that the transaction may not see, because they come from costs. */
const OCULTOS = `${hiddenOf(columnsOf(ProdutosResumo))} as ocultos`;

/**
 * The figures of the whole catalogue, from counters that every change updates and from the registers to which
 * produtos refer.
 */
const WHOLE = `
  with c as (select nome, sum(delta) as valor from contadores
    where empresa_id = $1 and nome in ('produtos', 'produtos.valor', 'produtos.estoque', 'produtos.zerados', 'produtos.baixos')
    group by nome),
  s as (select coalesce(max(valor) filter (where nome = 'produtos'), 0) as total,
      coalesce(max(valor) filter (where nome = 'produtos.valor'), 0) as valor,
      coalesce(max(valor) filter (where nome = 'produtos.estoque'), 0) as estoque,
      coalesce(max(valor) filter (where nome = 'produtos.zerados'), 0) as zerados,
      coalesce(max(valor) filter (where nome = 'produtos.baixos'), 0) as baixos from c),
  u as materialized (select ${used('categorias', 'categoria_id')} as categorias, ${used('marcas', 'marca_id')} as marcas)
  select u.categorias is not null and u.marcas is not null as exato, s.total::int, null::int as filtrados,
    round(s.valor, 2)::text as valor_estoque, s.zerados::int as sem_estoque, s.baixos::int as baixo_estoque,
    u.categorias, u.marcas, coalesce(round(s.estoque / nullif(s.total, 0)), 0)::text as estoque_medio,
    ${OCULTOS}
  from s, u`;

/**
 * The figures of a filter. They are null unless exact, because a sum over a part of the matching produtos
 * would look like the whole.
 */
const NARROWED = `
  select r.exato, (select coalesce(sum(delta), 0)::int from contadores where empresa_id = $1 and nome = 'produtos') as total,
    r.total::int as filtrados, case when r.exato then round(r.valor, 2)::text end as valor_estoque,
    case when r.exato then r.zerados::int end as sem_estoque, case when r.exato then r.baixos::int end as baixo_estoque,
    case when r.exato then r.categorias::int end as categorias, case when r.exato then r.marcas::int end as marcas,
    case when r.exato then coalesce(round(r.estoque / nullif(r.total, 0)), 0)::text end as estoque_medio, ${OCULTOS}
  from resume_produtos($3::jsonb, $2) r`;

type Row = ProdutosResumo & { ocultos: string[] };

/** With `bounded`, the query reads no more rows than a page may read. */
const resumoOf =
  (bounded: boolean) =>
  async (tx: TenantDb, filters: Readonly<Record<string, string | undefined>>): Promise<ProdutosResumo> => {
    const set = Object.entries(filters).filter(([, value]) => value);
    const [row] =
      set.length > 0
        ? await tx.query<Row>(NARROWED, [bounded, JSON.stringify(Object.fromEntries(set))])
        : await tx.query<Row>(WHOLE, [bounded]);
    if (!row) throw new Error('an aggregate without a row');
    return visible(row);
  };

export const selectResumo = resumoOf(true);

export const selectResumoExato = resumoOf(false);

/**
 * Looks each id up separately. A generic plan may underestimate the number of produtos of the empresa and
 * scan them all.
 */
export const selectEncontrados = (tx: TenantDb, busca: string) =>
  tx.query<ProdutoEncontrado>(
    `select p.id, p.nome, p.sku, p.fotos[1] as foto, p.estoque_inicial, p.reservado,
       p.estoque_inicial - p.reservado as disponivel, p.preco_venda,
       (select m.nome from marcas m where m.empresa_id = $1 and m.id = p.marca_id) as marca_nome,
       (select c.codigo from unnest(p.cod_referencia || p.sku) with ordinality c (codigo, n)
        where code_key(c.codigo) = nullif(code_key($2), '') order by c.n limit 1) as codigo
     from find_produtos('created_at', true, jsonb_build_object('busca', $2::text), null, null, 20) f
     cross join lateral unnest(f.ids) with ordinality s (id, n)
     cross join lateral (select * from produtos r where r.empresa_id = $1 and r.id = s.id offset 0) p
     order by s.n`,
    [busca],
  );
