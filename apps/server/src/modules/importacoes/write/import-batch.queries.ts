import { isFirstOf, isPerhaps, unitKeyOf } from '#modules/importacoes/compare/compare-same.queries.ts';
import type { SellerRef } from '#modules/marketplace/seller.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import type { Fields, Written } from './import-values.ts';

/** An anuncio, or one variation of it, without an outcome. */
export interface Pending {
  anuncio_id: string;
  variacao_id: string;
  acao: 'criar' | 'ligar' | 'ignorar';
  /** True when a person has confirmed the action. */
  conferido: boolean;
  /** The key of the first of the units that are one produto. */
  mesmo_produto: string | null;
  produto_id: string | null;
  titulo: string;
  variacao: string;
  sku: string;
  marca: string | null;
  codigos: string[];
  preco: string;
  quantidade: string;
  is_full: boolean;
  fotos: string[];
  categoria_externa_id: string;
  /** The produto to which an earlier import linked the unit. */
  ligado_a: string | null;
  importado: Written | null;
}

/**
 * Reads rows by their whole key, because the statistics of the planner are stale for tables that were just
 * filled.
 */
export const selectPending = (
  tx: TenantDb,
  { importacaoId, seller, limit }: { importacaoId: string; seller: SellerRef; limit: number },
) =>
  tx.query<Pending>(
    `select i.anuncio_id, i.variacao_id, i.acao, i.conferido, i.produto_id, case
         when ${isPerhaps('i')} then case when i.acao = 'ligar' then i.mesmo_produto else ${unitKeyOf('i')} end
         when ${isPerhaps('l')} and l.acao = 'ligar' then l.mesmo_produto
         else i.mesmo_produto end as mesmo_produto, a.titulo, a.variacao, a.sku,
       a.marca, a.gtins || a.codigos as codigos, a.preco::text, a.quantidade::text, a.is_full, a.fotos,
       a.categoria_externa_id, a.produto_id as ligado_a, a.importado
     from (
       select * from importacao_itens
       where empresa_id = $1 and importacao_id = $2 and resultado = 'pendente'
       order by anuncio_id, variacao_id limit $5
     ) i
     cross join lateral (
       select * from anuncios a where a.empresa_id = $1 and (a.marketplace, a.seller_id) = ($3, $4) and a.anuncio_id = i.anuncio_id
         and a.variacao_id = i.variacao_id offset 0) a
     left join lateral (
       select * from importacao_itens l where l.empresa_id = $1 and l.importacao_id = $2 and ${isFirstOf('l', 'i')}
       offset 0) l on true
     order by i.anuncio_id, i.variacao_id`,
    [importacaoId, seller.marketplace, seller.sellerId, limit],
  );

/**
 * Selects the produto that each group of units has become, or will become by the decision of a person or by
 * the comparison. The first unit of the group decides, whichever batch it is in.
 */
const SAME = `
  select distinct on (g.grupo) g.grupo as mesmo_produto, g.produto_id
  from (
    select i.mesmo_produto as grupo, i.* from importacao_itens i
    where i.empresa_id = $1 and i.importacao_id = $2 and i.mesmo_produto = any($3::text[])
      and (i.acao = 'ligar' or not ${isPerhaps('i')})
    union all
    -- A unit that may have been of another group and is not: it is the first of its own.
    select k.grupo, i.* from unnest($3::text[]) k (grupo)
    cross join lateral (
      select * from importacao_itens i where i.empresa_id = $1 and i.importacao_id = $2
        and i.anuncio_id = split_part(k.grupo, ' ', 1) and i.variacao_id = split_part(k.grupo, ' ', 2) offset 0) i
    where ${isPerhaps('i')} and i.acao <> 'ligar'
    union all
    -- A unit that is linked to a group it may belong to, and the units that follow it.
    select l.mesmo_produto, i.* from importacao_itens l
    cross join lateral (
      select * from importacao_itens i where i.empresa_id = $1 and i.importacao_id = $2
        and i.mesmo_produto = ${unitKeyOf('l')} offset 0) i
    where l.empresa_id = $1 and l.importacao_id = $2 and l.mesmo_produto = any($3::text[])
      and ${isPerhaps('l')} and l.acao = 'ligar'
  ) g
  where g.produto_id is not null and (g.resultado in ('criado', 'ligado', 'atualizado', 'igual')
    or g.resultado = 'pendente' and g.acao = 'ligar' and not ${isPerhaps('g')})
  order by g.grupo, g.anuncio_id, g.variacao_id`;

export async function selectSameProdutos(
  tx: TenantDb,
  importacaoId: string,
  keys: readonly string[],
): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map();
  const rows = await tx.query<{ mesmo_produto: string; produto_id: string }>(SAME, [importacaoId, keys]);
  return new Map(rows.map(({ mesmo_produto, produto_id }) => [mesmo_produto, produto_id]));
}

export interface Existing extends Fields {
  id: string;
  /**
   * True when the produto has no photos, no photo of this import, and no photo that an earlier import copied.
   */
  sem_fotos: boolean;
  /** True when this import created the produto and the produto has never had stock. */
  sem_estoque: boolean;
}

/** Locks the produtos in the order that all transactions use, and reads them under the lock. */
export async function lockExisting(
  tx: TenantDb,
  importacaoId: string,
  ids: readonly string[],
): Promise<Existing[]> {
  if (ids.length === 0) return [];
  return tx.query<Existing>(
    `select p.id, p.nome, p.preco_venda::text, p.cod_referencia,
       p.fotos = '{}' and not exists (
         select from importacao_fotos f where f.empresa_id = $1 and f.produto_id = p.id
           and (f.importacao_id = $2 or f.situacao = 'feita')) as sem_fotos,
       exists (
         select from importacao_itens i where i.empresa_id = $1 and i.produto_id = p.id
           and i.importacao_id = $2 and i.resultado = 'criado')
       and not exists (
         select from movimentos_estoque m where m.empresa_id = $1 and m.produto_id = p.id) as sem_estoque
     from produtos p where p.empresa_id = $1 and p.id = any($3::uuid[]) order by p.id for no key update of p`,
    [importacaoId, ids],
  );
}

export async function selectTakenSkus(tx: TenantDb, skus: readonly string[]): Promise<Map<string, string>> {
  if (skus.length === 0) return new Map();
  const rows = await tx.query<{ sku: string; nome: string }>(
    'select sku, nome from produtos where empresa_id = $1 and sku = any($2::text[])',
    [skus],
  );
  return new Map(rows.map(({ sku, nome }) => [sku, nome]));
}

export const selectCategoriasExternas = (tx: TenantDb, marketplace: string, ids: readonly string[]) =>
  tx.query<{ id: string; nome: string; categoria_id: string | null }>(
    `select id, nome, categoria_id from categorias_externas
     where empresa_id = $1 and marketplace = $2 and id = any($3::text[])`,
    [marketplace, ids],
  );

export const updateCategoriasExternas = (
  tx: TenantDb,
  marketplace: string,
  mapped: readonly { id: string; categoria_id: string | undefined }[],
) =>
  tx.query(
    `update categorias_externas c set categoria_id = r.categoria_id
     from jsonb_to_recordset($3::jsonb) r (id text, categoria_id uuid)
     where c.empresa_id = $1 and c.marketplace = $2 and c.id = r.id and c.categoria_id is null`,
    [marketplace, JSON.stringify(mapped)],
  );

export const updateProdutos = (tx: TenantDb, changes: readonly ({ id: string } & Partial<Fields>)[]) =>
  tx.query(
    `update produtos p set nome = coalesce(r.nome, p.nome), preco_venda = coalesce(r.preco_venda, p.preco_venda),
       cod_referencia = coalesce(r.cod_referencia, p.cod_referencia), versao = p.versao + 1
     from jsonb_to_recordset($2::jsonb) r (id uuid, nome text, preco_venda numeric, cod_referencia text[])
     where p.empresa_id = $1 and p.id = r.id`,
    [JSON.stringify(changes)],
  );

export const insertFotos = (
  tx: TenantDb,
  importacaoId: string,
  fotos: readonly { produto_id: string; ordem: number; url: string }[],
) =>
  tx.query(
    `insert into importacao_fotos (empresa_id, importacao_id, produto_id, ordem, url)
     select $1, $2, f.produto_id, f.ordem, f.url
     from jsonb_to_recordset($3::jsonb) f (produto_id uuid, ordem smallint, url text)`,
    [importacaoId, JSON.stringify(fotos)],
  );

export interface Linked {
  anuncio_id: string;
  variacao_id: string;
  produto_id: string;
  importado: Written;
}

export const updateLinks = (tx: TenantDb, seller: SellerRef, links: readonly Linked[]) =>
  tx.query(
    `update anuncios a set produto_id = r.produto_id, importado = r.importado
     from jsonb_to_recordset($4::jsonb) r (anuncio_id text, variacao_id text, produto_id uuid, importado jsonb)
     where a.empresa_id = $1 and a.marketplace = $2 and a.seller_id = $3 and a.anuncio_id = r.anuncio_id and a.variacao_id = r.variacao_id`,
    [seller.marketplace, seller.sellerId, JSON.stringify(links)],
  );

export interface Result {
  anuncio_id: string;
  variacao_id: string;
  resultado: 'criado' | 'ligado' | 'atualizado' | 'igual' | 'ignorado' | 'recusado';
  motivo: string | null;
  produto_id: string | null;
}

export const updateResults = (tx: TenantDb, importacaoId: string, results: readonly Result[]) =>
  tx.query(
    `update importacao_itens i set resultado = r.resultado, motivo = r.motivo, produto_id = r.produto_id
     from jsonb_to_recordset($3::jsonb)
       r (anuncio_id text, variacao_id text, resultado text, motivo text, produto_id uuid)
     where i.empresa_id = $1 and i.importacao_id = $2 and i.anuncio_id = r.anuncio_id
       and i.variacao_id = r.variacao_id`,
    [importacaoId, JSON.stringify(results)],
  );
