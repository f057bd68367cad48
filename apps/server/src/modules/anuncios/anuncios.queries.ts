import type { AbaDeAnuncios } from '@prumo/contract/anuncios.ts';
import type { Marketplace } from '@prumo/contract/marketplaces.ts';
import type { Publicacao } from '@prumo/contract/publicacao.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { UNIDADE, type Unidade } from './unidades.queries.ts';

/** A connected conta. */
export interface Conta {
  id: string;
  marketplace: Marketplace;
  seller_id: string;
  apelido: string | null;
}

/** The maximum number of contas whose anuncios the screen shows. */
const CONTAS = 50;

export const selectContas = (tx: TenantDb) =>
  tx.query<Conta>(
    `select id, marketplace, user_ml_id as seller_id, nickname as apelido from mercado_livre_config
     where empresa_id = $1 and active order by created_at desc, id desc limit ${CONTAS}`,
  );

/** The maximum number of rows that a list, a count or a search looks at (ADR 0042): 2,000. */
export const LOOKED_AT = '(search_limits()).lista';

/** What belongs to an aba. An index has each condition in the same words. */
const NA_ABA: Readonly<Record<AbaDeAnuncios, string>> = {
  todos: 'true',
  diferenca: 'a.diferenca is not null and a.produto_id is not null',
  pausados: "a.estado <> 'ativo' and a.estado <> 'encerrado'",
  full: 'a.is_full',
  sem_produto: 'a.produto_id is null',
};

/** What would be sent. An index has the condition in the same words. */
export const MUDA = 'a.mudanca is not null and a.produto_id is not null and a.sumiu_em is null';

/** Joins marketplace and seller. Neither contains a space (ADR 0057). */
export const sellerText = ({ marketplace, seller_id }: Pick<Unidade, 'marketplace' | 'seller_id'>) =>
  `${marketplace} ${seller_id}`;
const SELLER = "a.marketplace || ' ' || a.seller_id";

/** A page of produtos, or of units. `last` is the row after which the next page begins. Null at the end. */
export interface Looked<Row> {
  rows: Row[];
  last: Row | null;
}

/** The units that one page reads to find its produtos. */
const UNITS = 400;

/** Selects the produtos of an aba after a produto, the newest first. */
export async function selectProdutos(
  tx: TenantDb,
  parts: { aba: AbaDeAnuncios; sellers: readonly string[]; depois: string | null; limit: number },
): Promise<Looked<string>> {
  const { aba, sellers, depois, limit } = parts;
  const from = `from anuncios a where a.empresa_id = $1 and a.produto_id < $2::uuid and a.sumiu_em is null and ${NA_ABA[aba]}
    order by a.produto_id desc`;
  const values = [depois ?? 'ffffffff-ffff-ffff-ffff-ffffffffffff'];
  const found = await tx.query<{ produto_id: string }>(
    `select a.produto_id from (select a.produto_id, a.marketplace, a.seller_id ${from} limit ${LOOKED_AT}) a
     where ${SELLER} = any ($3::text[]) order by a.produto_id desc limit ${UNITS}`,
    [...values, sellers],
  );
  const ids = [...new Set(found.map(({ produto_id }) => produto_id))];
  const rows = ids.slice(0, limit);
  if (ids.length > limit || found.length === UNITS) return { rows, last: rows.at(-1) ?? null };
  const [more] = await tx.query<{ produto_id: string }>(
    `select a.produto_id ${from} offset ${LOOKED_AT} - 1 limit 1`,
    values,
  );
  return { rows, last: more?.produto_id ?? null };
}

/** Names a unit. */
export type Chave = Pick<Unidade, 'marketplace' | 'seller_id' | 'anuncio_id' | 'variacao_id'>;

const KEY = 'a.marketplace, a.seller_id, a.anuncio_id, a.variacao_id';

/** Selects the units of an aba without a produto, after a unit. */
export async function selectSoltos(
  tx: TenantDb,
  parts: { aba: AbaDeAnuncios; sellers: readonly string[]; depois: Chave | null; limit: number },
): Promise<Looked<Unidade>> {
  const { aba, sellers, depois, limit } = parts;
  const from = `from anuncios a where a.empresa_id = $1 and a.produto_id is null and a.sumiu_em is null and ${NA_ABA[aba]}
    and (${KEY}) > ($2, $3, $4, $5) order by ${KEY}`;
  const { marketplace = '', seller_id = '', anuncio_id = '', variacao_id = '' } = depois ?? {};
  const values = [marketplace, seller_id, anuncio_id, variacao_id];
  const found = await tx.query<Unidade>(
    `select ${UNIDADE} from (select * ${from} limit ${LOOKED_AT}) a where ${SELLER} = any ($6::text[])
     order by ${KEY} limit $7`,
    [...values, sellers, limit + 1],
  );
  const rows = found.slice(0, limit);
  if (found.length > limit) return { rows, last: rows.at(-1) ?? null };
  const [more] = await tx.query<Unidade>(`select ${UNIDADE} ${from} offset ${LOOKED_AT} - 1 limit 1`, values);
  return { rows, last: more ?? null };
}

/** The maximum number of units of a produto that are shown. */
export const UNIDADES = 30;

/** Selects the units of produtos, one more than are shown of each. */
export const selectUnidades = (tx: TenantDb, produtoIds: readonly string[], sellers: readonly string[]) =>
  tx.query<Unidade>(
    `select u.* from unnest($2::uuid[]) p (id)
     cross join lateral (
       select ${UNIDADE} from anuncios a
       where a.empresa_id = $1 and a.produto_id = p.id and a.sumiu_em is null and ${SELLER} = any ($3::text[])
       order by ${KEY} limit ${UNIDADES + 1}) u`,
    [produtoIds, sellers],
  );

export interface Produto {
  id: string;
  nome: string;
  sku: string;
  foto: string | null;
  saldo: string;
  reservado: string;
  publicacao: Publicacao;
}

export const selectProdutosById = (tx: TenantDb, ids: readonly string[]) =>
  tx.query<Produto>(
    `select p.id, p.nome, p.sku, p.fotos[1] as foto, p.estoque_inicial::text as saldo, p.reservado::text as reservado,
       json_build_object('modo', coalesce(b.modo, 'compartilhado'), 'retidas', coalesce(b.retidas, 0)) as publicacao
     from produtos p left join publicacoes b on b.empresa_id = $1 and b.produto_id = p.id where p.empresa_id = $1 and p.id = any ($2::uuid[])`,
    [ids],
  );

/** Selects those of the sellers about whom the marketplace reported sales that are not read yet. */
export const selectUnreadSellers = (tx: TenantDb, contas: readonly Conta[]) =>
  tx.query<{ marketplace: string; seller_id: string }>(
    `select c.marketplace, c.seller_id from unnest($2::text[], $3::text[]) c (marketplace, seller_id)
     where exists (select from notificacoes n where n.empresa_id = $1 and n.marketplace = c.marketplace
       and n.seller_id = c.seller_id and n.topico = 'pedidos' and n.pendente)
       and exists (select from vendas_config v where v.empresa_id = $1 and v.marketplace = c.marketplace
         and v.seller_id = c.seller_id and v.reserva_desde is not null)`,
    [contas.map(({ marketplace }) => marketplace), contas.map(({ seller_id }) => seller_id)],
  );

/** Counts the units of an aba, among the first that a count looks at. */
export async function countAba(
  tx: TenantDb,
  aba: AbaDeAnuncios,
  sellers: readonly string[],
): Promise<{ aba: AbaDeAnuncios; total: number; mais: boolean }> {
  const [row] = await tx.query<{ total: number; mais: boolean }>(
    `select count(*) filter (where ${SELLER} = any ($2::text[]))::int as total, count(*) = ${LOOKED_AT} as mais
     from (select a.marketplace, a.seller_id from anuncios a
       where a.empresa_id = $1 and a.sumiu_em is null and ${NA_ABA[aba]} limit ${LOOKED_AT}) a`,
    [sellers],
  );
  return { aba, total: row?.total ?? 0, mais: row?.mais ?? false };
}

export interface ContaLida extends Conta {
  anuncios: number;
  mais: boolean;
  mudancas: { total: number; mais: boolean };
  situacao: string | null;
  lida_em: string | null;
  encontrados: number | null;
  lidos: number | null;
  aviso: string | null;
}

const SLOW = 'Está demorando mais que o normal. A leitura continua sozinha.';

/** Selects what is known of the anuncios of each conta, and how their reading goes. */
export const selectContasLidas = (tx: TenantDb) =>
  tx.query<ContaLida>(
    `select c.id, c.marketplace, c.user_ml_id as seller_id, c.nickname as apelido, n.anuncios, n.mais, m.mudancas, l.situacao, l.lida_em,
       l.encontrados, l.lidos,
       coalesce(l.aviso, case when l.situacao = 'lendo' and l.progresso_em < now() - interval '1 minute' then '${SLOW}' end) as aviso
     from (select * from mercado_livre_config where empresa_id = $1 and active order by created_at desc, id desc limit ${CONTAS}) c
     cross join lateral (
       select count(distinct u.anuncio_id)::int as anuncios, count(*) = ${LOOKED_AT} as mais from (
         select a.anuncio_id from anuncios a where a.empresa_id = $1 and a.marketplace = c.marketplace
           and a.seller_id = c.user_ml_id and a.sumiu_em is null
         order by a.anuncio_id, a.variacao_id limit ${LOOKED_AT}) u) n
     cross join lateral (
       select json_build_object('total', count(*), 'mais', count(*) = ${LOOKED_AT}) as mudancas from (
         select from anuncios a where a.empresa_id = $1 and a.marketplace = c.marketplace and a.seller_id = c.user_ml_id
           and ${MUDA} limit ${LOOKED_AT}) u) m
     left join anuncios_leituras l on l.empresa_id = $1 and l.marketplace = c.marketplace and l.seller_id = c.user_ml_id
     order by c.created_at desc, c.id desc`,
  );
