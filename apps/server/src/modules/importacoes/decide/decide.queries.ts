import type {
  AcaoDeAnuncio,
  CategoriaDeAnuncio,
  GrupoDeAnuncios,
} from '@prumo/contract/importacoes-anuncios.ts';
import { PREENCHE } from '#modules/importacoes/compare/compare.queries.ts';
import { isFirstOf, isPerhaps, unitKeyOf } from '#modules/importacoes/compare/compare-same.queries.ts';
import { GROUPS } from '#modules/importacoes/importacoes.queries.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';

/** The anuncios that a decision covers: named ones, or a whole group. */
export type Chosen = Named | { grupo: GrupoDeAnuncios };
interface Named {
  anuncios: readonly { anuncio_id: string; variacao_id: string }[];
}

interface Decision {
  importacaoId: string;
  chosen: Chosen;
  acao: AcaoDeAnuncio;
}

const NAMED = `(i.anuncio_id, i.variacao_id) in (
  select c.anuncio_id, c.variacao_id from jsonb_to_recordset($3::jsonb) as c (anuncio_id text, variacao_id text))`;

const whichOf = (chosen: Chosen) =>
  'grupo' in chosen ? `${GROUPS[chosen.grupo]} and $3::jsonb is null` : NAMED;
const namesOf = (chosen: Chosen) => ('grupo' in chosen ? null : JSON.stringify(chosen.anuncios));

/**
 * With `criar` a unit stays in its group, unless the person named the unit itself. A named unit leaves the
 * group (`media`), and can be linked to it again.
 */
const SETS: Readonly<Record<Exclude<AcaoDeAnuncio, 'ligar'>, string>> = {
  criar: `acao = 'criar', produto_id = null, preenche = '{}', conferido = true,
    confianca = case when $3::jsonb is not null and i.mesmo_produto <> ${unitKeyOf('i')} then 'media' else i.confianca end`,
  ignorar: `acao = 'ignorar', produto_id = null, preenche = '{}', conferido = true`,
};

/** Returns how many anuncios the decision covers. */
export async function decideItems(
  tx: TenantDb,
  { importacaoId, chosen, acao }: Decision & { acao: 'criar' | 'ignorar' },
): Promise<number> {
  return changed(
    await tx.query<Changed>(
      `with changed as (
         update importacao_itens i set ${SETS[acao]}
         where i.empresa_id = $1 and i.importacao_id = $2 and i.resultado = 'pendente' and ${whichOf(chosen)}
         returning 1)
       select count(*)::int as n from changed`,
      [importacaoId, namesOf(chosen)],
    ),
  );
}

interface Changed {
  n: number;
}
const changed = ([row]: Changed[]) => row?.n ?? 0;

/** Links each unit to its proposed produto, or to the produto of its group. A unit with neither stays as it is. */
export async function linkProposed(
  tx: TenantDb,
  { importacaoId, chosen }: Omit<Decision, 'acao'>,
): Promise<number> {
  return changed(
    await tx.query<Changed>(
      `with changed as (
         update importacao_itens i
         set acao = 'ligar', conferido = true, produto_id = p.id,
           preenche = case when p.id is null then '{}' else ${PREENCHE} end
         from importacao_itens o
         join importacoes n on n.empresa_id = $1 and n.id = o.importacao_id
         join anuncios a on a.empresa_id = $1 and a.marketplace = n.marketplace
           and a.seller_id = n.seller_id and a.anuncio_id = o.anuncio_id
           and a.variacao_id = o.variacao_id
         left join produtos p on p.empresa_id = $1 and p.id = o.proposto_id
         where o.empresa_id = $1 and o.importacao_id = $2 and i.empresa_id = $1 and i.importacao_id = $2
           and i.anuncio_id = o.anuncio_id and i.variacao_id = o.variacao_id and i.resultado = 'pendente'
           and (p.id is not null or i.mesmo_produto <> ${unitKeyOf('i')}) and ${whichOf(chosen)}
         returning 1)
       select count(*)::int as n from changed`,
      [importacaoId, namesOf(chosen)],
    ),
  );
}

/** Matches the named units, and the first units of the groups to which they certainly belong. */
const NAMED_OR_FIRST = `(${NAMED} or i.acao <> 'ignorar' and exists (
  select from importacao_itens f
  join jsonb_to_recordset($3::jsonb) as c (anuncio_id text, variacao_id text) using (anuncio_id, variacao_id)
  where f.empresa_id = $1 and f.importacao_id = $2 and ${isFirstOf('i', 'f')} and not ${isPerhaps('f')}))`;

/**
 * Links units to a produto that the person chose. The reason and the confidence of another proposal no longer
 * apply.
 */
export async function linkTo(
  tx: TenantDb,
  { importacaoId, named, produtoId }: { importacaoId: string; named: Named; produtoId: string },
): Promise<number> {
  return changed(
    await tx.query<Changed>(
      `with changed as (
         update importacao_itens i
         set acao = 'ligar', conferido = true, produto_id = p.id, preenche = ${PREENCHE},
           mesmo_produto = case when ${isPerhaps('i')} then ${unitKeyOf('i')} else i.mesmo_produto end,
           por = case when i.proposto_id = p.id then i.por end,
           confianca = case when i.proposto_id = p.id then i.confianca end
         from produtos p, importacoes n, anuncios a
         where p.empresa_id = $1 and p.id = $4 and n.empresa_id = $1 and n.id = $2
           and a.empresa_id = $1 and a.marketplace = n.marketplace
           and a.seller_id = n.seller_id and a.anuncio_id = i.anuncio_id
           and a.variacao_id = i.variacao_id
           and i.empresa_id = $1 and i.importacao_id = $2 and i.resultado = 'pendente' and ${NAMED_OR_FIRST}
         returning 1)
       select count(*)::int as n from changed`,
      [importacaoId, namesOf(named), produtoId],
    ),
  );
}

/** Applies the decision about the first unit of a group to the units that are certainly the same produto. */
export const followFirsts = (tx: TenantDb, importacaoId: string, chosen: Chosen) =>
  tx.query(
    `update importacao_itens i set acao = 'ligar', produto_id = f.produto_id, preenche = '{}'
     from importacao_itens f
     where i.empresa_id = $1 and i.importacao_id = $2 and f.empresa_id = $1 and f.importacao_id = $2
       and ${isFirstOf('f', 'i')} and i.mesmo_produto <> ${unitKeyOf('i')} and not ${isPerhaps('i')}
       and i.resultado = 'pendente' and i.acao <> 'ignorar'
       and f.resultado = 'pendente' and f.acao <> 'ignorar' and f.conferido
       and (i.acao, i.produto_id) is distinct from ('ligar', f.produto_id)
       and ($3::jsonb is null or i.mesmo_produto in (
         select unnest(array[m.mesmo_produto, ${unitKeyOf('m')}]) from importacao_itens m
         join jsonb_to_recordset($3::jsonb) as c (anuncio_id text, variacao_id text) using (anuncio_id, variacao_id)
         where m.empresa_id = $1 and m.importacao_id = $2))`,
    [importacaoId, namesOf(chosen)],
  );

export async function hasProduto(tx: TenantDb, id: string): Promise<boolean> {
  return (await tx.query('select from produtos where empresa_id = $1 and id = $2', [id])).length > 0;
}

const CATEGORIAS = `
  select m.id as categoria_ml_id, m.nome, m.caminho, c.id as categoria_id, c.nome as categoria_nome, t.anuncios
  from (
    select a.categoria_externa_id, count(distinct a.anuncio_id)::int as anuncios
    from importacao_itens i
    join importacoes n on n.empresa_id = $1 and n.id = $2
    join anuncios a on a.empresa_id = $1 and a.marketplace = n.marketplace
           and a.seller_id = n.seller_id and a.anuncio_id = i.anuncio_id
      and a.variacao_id = i.variacao_id
    where i.empresa_id = $1 and i.importacao_id = $2 and i.resultado not in ('a_ler', 'recusado')
    group by a.categoria_externa_id
  ) t
  join categorias_externas m on m.empresa_id = $1 and m.id = t.categoria_externa_id and m.marketplace = (
    select n.marketplace from importacoes n where n.empresa_id = $1 and n.id = $2)
  left join categorias c on c.empresa_id = $1 and c.id = m.categoria_id
  where ($3::text is null or m.id = $3)
  order by t.anuncios desc, m.nome, m.id`;

export const selectCategorias = (tx: TenantDb, importacaoId: string) =>
  tx.query<CategoriaDeAnuncio>(CATEGORIAS, [importacaoId, null]);

export async function selectCategoria(
  tx: TenantDb,
  importacaoId: string,
  id: string,
): Promise<CategoriaDeAnuncio | undefined> {
  const [row] = await tx.query<CategoriaDeAnuncio>(CATEGORIAS, [importacaoId, id]);
  return row;
}

export const updateCategoriaExterna = (
  tx: TenantDb,
  marketplace: string,
  { id, categoriaId }: { id: string; categoriaId: string | null },
) =>
  tx.query(
    'update categorias_externas set categoria_id = $4 where empresa_id = $1 and marketplace = $2 and id = $3',
    [marketplace, id, categoriaId],
  );
