import type { ProdutoEncontrado, ProdutosResumo } from '@prumo/contract/produtos.ts';
import type { TenantDb } from '#platform/tenant-db.ts';

/** One look into the index for each: joined, all produtos of a large empresa would be read. */
const used = (table: string, column: string) =>
  `(select count(*)::int from ${table} r where r.empresa_id = $1
     and (select true from produtos p where p.empresa_id = $1 and p.${column} = r.id limit 1))`;

/** Sums that are kept with every change, and the registers a produto refers to, which are small. */
const WHOLE = `
  with c as (select nome, sum(delta) as valor from contadores
    where empresa_id = $1 and nome in ('produtos', 'produtos.valor', 'produtos.estoque', 'produtos.zerados', 'produtos.baixos')
    group by nome),
  s as (select coalesce(max(valor) filter (where nome = 'produtos'), 0) as total,
      coalesce(max(valor) filter (where nome = 'produtos.valor'), 0) as valor,
      coalesce(max(valor) filter (where nome = 'produtos.estoque'), 0) as estoque,
      coalesce(max(valor) filter (where nome = 'produtos.zerados'), 0) as zerados,
      coalesce(max(valor) filter (where nome = 'produtos.baixos'), 0) as baixos from c)
  select s.total::int, null::int as filtrados, round(s.valor, 2)::text as valor_estoque, s.zerados::int as sem_estoque,
    s.baixos::int as baixo_estoque, ${used('categorias', 'categoria_id')} as categorias,
    ${used('marcas', 'marca_id')} as marcas, coalesce(round(s.estoque / nullif(s.total, 0)), 0)::text as estoque_medio
  from s`;

const NARROWED = `
  select (select coalesce(sum(delta), 0)::int from contadores where empresa_id = $1 and nome = 'produtos') as total,
    r.total::int as filtrados, round(r.valor, 2)::text as valor_estoque, r.zerados::int as sem_estoque,
    r.baixos::int as baixo_estoque, r.categorias::int, r.marcas::int,
    coalesce(round(r.estoque / nullif(r.total, 0)), 0)::text as estoque_medio
  from resume_produtos($2::jsonb) r`;

export async function selectResumo(
  tx: TenantDb,
  filters: Readonly<Record<string, string | undefined>>,
): Promise<ProdutosResumo> {
  const set = Object.entries(filters).filter(([, value]) => value);
  const [row] =
    set.length > 0
      ? await tx.query<ProdutosResumo>(NARROWED, [JSON.stringify(Object.fromEntries(set))])
      : await tx.query<ProdutosResumo>(WHOLE);
  if (!row) throw new Error('an aggregate without a row');
  return row;
}

/** Row by row: a plan for any empresa may take all produtos of a large one for fewer than those found. */
export const selectEncontrados = (tx: TenantDb, busca: string) =>
  tx.query<ProdutoEncontrado>(
    `select p.id, p.nome, p.sku, p.fotos[1] as foto, p.estoque_inicial, p.preco_venda,
       (select m.nome from marcas m where m.empresa_id = $1 and m.id = p.marca_id) as marca_nome,
       (select c.codigo from unnest(p.cod_referencia || p.sku) with ordinality c (codigo, n)
        where code_key(c.codigo) = nullif(code_key($2), '') order by c.n limit 1) as codigo
     from search_produtos('created_at', true, jsonb_build_object('busca', $2::text), null, null, 20)
       with ordinality s (id, n)
     cross join lateral (select * from produtos r where r.empresa_id = $1 and r.id = s.id offset 0) p
     order by s.n`,
    [busca],
  );
