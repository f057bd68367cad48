import type { LinhaDeFatura } from '#modules/marketplace/custos.ts';
import type { PedidoDeVenda } from '#modules/marketplace/sales.ts';
import type { SellerRef } from '#modules/marketplace/seller.ts';
import type { Database } from '#platform/db/db.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';

export interface ContaRef extends SellerRef {
  empresaId: string;
  contaId: string;
}

const CONTA = 'empresa_id as "empresaId", conta_id as "contaId", marketplace, seller_id as "sellerId"';

export const selectSemFatura = (db: Database, limit: number) =>
  db.global<ContaRef>(`select ${CONTA} from contas_sem_fatura($1)`, [limit]);

export const selectSemFrete = (db: Database, limit: number) =>
  db.global<ContaRef>(`select ${CONTA} from contas_sem_frete($1)`, [limit]);

const THIS_MONTH = `date_trunc('month', now() at time zone 'America/Sao_Paulo')::date`;

/** The months after its own in which a bill may still grow. */
const OPEN_MONTHS = 2;
/** The months that the marketplace keeps. */
const MOST_MONTHS = 12;

/** The bill of the month `m` was not read since it stopped growing. `f` is its row, if it has one. */
const IS_OPEN = (month: string) =>
  `(f.lida_em is null or f.lida_em < (${month} + interval '${OPEN_MONTHS + 1} months') at time zone 'America/Sao_Paulo')`;

/** The pause after the first reading that did not finish. It doubles with each further one. */
const RETRY_PAUSE = "interval '50 minutes'";
const DAILY_PAUSE = "interval '20 hours'";
/** A month that was read within this time is left out when the others are tried again. */
const JUST_READ = "interval '19 hours'";

export interface MesAberto {
  competencia: string;
  posicao: string | null;
  /** False when the bill was read a short time ago. */
  isDue: boolean;
}

/**
 * Takes the turn to read the bills of a seller, so that no two readings overlap, and returns the months whose bills may
 * still grow, the oldest first. Empty when another reading is under way or the bills are not due. The months begin before
 * the first sale that reserves, because such a sale may be credited for a charge of an earlier month, and with the oldest
 * bill that is not finished, whatever the first sale is now.
 */
export async function takeFaturas(tx: TenantDb, seller: SellerRef): Promise<MesAberto[]> {
  const keys = [seller.marketplace, seller.sellerId];
  const taken = await tx.query(
    `insert into faturas as f (empresa_id, marketplace, seller_id, competencia, tentada_em, tentativas, proxima_em)
     values ($1, $2, $3, ${THIS_MONTH}, now(), 1, now() + ${RETRY_PAUSE})
     on conflict (empresa_id, marketplace, seller_id, competencia) do update
     set tentada_em = now(), sem_permissao = false, tentativas = f.tentativas + 1,
       proxima_em = now() + least(${RETRY_PAUSE} * 2 ^ least(f.tentativas, 10), ${DAILY_PAUSE})
     where f.proxima_em is null or f.proxima_em <= now()
     returning competencia`,
    keys,
  );
  if (taken.length === 0) return [];
  return tx.query(
    `select m.competencia::date::text as competencia, f.posicao,
       f.lida_em is null or f.lida_em < now() - ${JUST_READ} as "isDue"
     from vendas_config v
     cross join lateral (select min(f.competencia) as competencia from faturas f where f.empresa_id = $1
       and f.marketplace = $2 and f.seller_id = $3 and ${IS_OPEN('f.competencia')}) aberta
     cross join lateral generate_series(
       greatest(
         least(date_trunc('month', v.reserva_desde at time zone 'America/Sao_Paulo') - interval '${OPEN_MONTHS} months',
           aberta.competencia),
         ${THIS_MONTH} - interval '${MOST_MONTHS - 1} months'),
       ${THIS_MONTH}::timestamp, interval '1 month') m (competencia)
     left join faturas f on f.empresa_id = $1 and f.marketplace = $2 and f.seller_id = $3
       and f.competencia = m.competencia::date
     where v.empresa_id = $1 and v.marketplace = $2 and v.seller_id = $3 and v.reserva_desde is not null
       and ${IS_OPEN('m.competencia')}
     order by m.competencia`,
    keys,
  );
}

/**
 * Every month is read, or none may be read, so the next reading is in a day. While sales wait to be read, the lines look
 * for them sooner, without another call.
 */
export const markFinished = (
  tx: TenantDb,
  seller: SellerRef,
  { isForbidden, isWaiting }: { isForbidden: boolean; isWaiting: boolean },
) =>
  tx.query(
    `update faturas set sem_permissao = $4, tentativas = 0,
       proxima_em = now() + case when $5 then ${RETRY_PAUSE} else ${DAILY_PAUSE} end
     where empresa_id = $1 and marketplace = $2 and seller_id = $3 and competencia = ${THIS_MONTH}`,
    [seller.marketplace, seller.sellerId, isForbidden, isWaiting],
  );

/** Whether sales of the seller wait to be read, for which a line of the bill may look. */
export async function hasUnreadVendas(tx: TenantDb, seller: SellerRef): Promise<boolean> {
  const rows = await tx.query(
    `select from notificacoes where empresa_id = $1 and marketplace = $2 and seller_id = $3
       and topico in ('pedidos', 'releituras') and pendente limit 1`,
    [seller.marketplace, seller.sellerId],
  );
  return rows.length > 0;
}

const LINHA = `e (id text, tipo text, codigo text, texto text, valor numeric, lancada_em timestamptz, pedido_ids text[],
  envio_id text, pacote_id text)`;

/**
 * Stores the lines of a page and where the next one begins, and adds the new lines to the sums of the month. A line that
 * is stored already changes nothing.
 */
export const insertLinhas = (
  tx: TenantDb,
  seller: SellerRef,
  page: { competencia: string; posicao: string; linhas: readonly LinhaDeFatura[] },
) =>
  tx.query(
    `with novas as (
       insert into fatura_linhas (empresa_id, marketplace, seller_id, id, competencia, tipo, codigo, texto, valor, lancada_em,
         pedido_ids, envio_id, pacote_id)
       select $1::uuid, $2, $3, e.id, $4::date, e.tipo, e.codigo, e.texto, e.valor, e.lancada_em, e.pedido_ids, e.envio_id,
         e.pacote_id
       from jsonb_to_recordset($6::jsonb) ${LINHA} order by e.id
       on conflict (empresa_id, marketplace, seller_id, id) do nothing returning valor
     ), somas as (select count(*)::int as linhas, coalesce(sum(valor), 0) as total from novas)
     insert into faturas as f (empresa_id, marketplace, seller_id, competencia, posicao, linhas, total)
     select $1::uuid, $2, $3, $4::date, $5, s.linhas, s.total from somas s
     on conflict (empresa_id, marketplace, seller_id, competencia) do update
     set posicao = excluded.posicao, linhas = f.linhas + excluded.linhas, total = f.total + excluded.total`,
    [...[seller.marketplace, seller.sellerId, page.competencia, page.posicao], JSON.stringify(page.linhas)],
  );

/** These months are read to their present end, and their lines are matched. */
export const markRead = (tx: TenantDb, seller: SellerRef, months: readonly string[]) =>
  tx.query(
    `update faturas set lida_em = now(), sem_permissao = false where empresa_id = $1 and marketplace = $2 and seller_id = $3
       and competencia = any ($4::date[])`,
    [seller.marketplace, seller.sellerId, months],
  );

export interface LinhaSemPedido {
  id: string;
  competencia: string;
  valor: string;
  tipo: LinhaDeFatura['tipo'];
}

/** Selects unmatched lines that name a pedido, a parcel or a cart, after a line, in the order of their month and id. */
export const selectSemPedido = (
  tx: TenantDb,
  seller: SellerRef,
  { since, after, limit }: { since: string; after: { competencia: string; id: string }; limit: number },
) =>
  tx.query<LinhaSemPedido>(
    `select id, competencia::text as competencia, valor::text as valor, tipo from fatura_linhas l
     where empresa_id = $1 and marketplace = $2 and seller_id = $3 and not casada and l.competencia >= $4::date
       and (l.competencia, id) > ($5::date, $6)
       and (pedido_ids <> '{}' or envio_id is not null or pacote_id is not null)
     order by l.competencia, id limit $7`,
    [seller.marketplace, seller.sellerId, since, after.competencia, after.id, limit],
  );

export interface PedidoFacts {
  linha_id: string;
  pedido_id: string;
  isNamed: boolean;
  total: string;
  /** Null for a pedido whose sale was never read whole. */
  venda: (Omit<PedidoDeVenda, 'id' | 'itens' | 'reclamacao_ids'> & { pedido_id: string }) | null;
  situacao: string;
  envio: { foi_dividido: boolean } | null;
}

/**
 * Selects the known pedidos that lines are about: those that a line names, and those of its parcel, or else of its cart. A
 * line that is not about the transport names a parcel only beside its pedidos, whose others it does not concern.
 */
export const selectPedidosDasLinhas = (tx: TenantDb, seller: SellerRef, ids: readonly string[]) =>
  tx.query<PedidoFacts>(
    `select l.id as linha_id, p.id as pedido_id, p.total::text as total, p.situacao,
       l.pedido_ids = '{}' or p.id = any (l.pedido_ids) as "isNamed", to_jsonb(v) as venda,
       case when e.id is not null then jsonb_build_object('foi_dividido', e.foi_dividido) end as envio
     from unnest($4::text[]) x (id)
     cross join lateral (select * from fatura_linhas y where y.empresa_id = $1 and y.marketplace = $2 and y.seller_id = $3
       and y.id = x.id limit 1) l
     cross join lateral (
       select unnest(l.pedido_ids) as id
       union select s.pedido_id from (select pedido_id from vendas y where y.empresa_id = $1 and y.marketplace = $2
         and y.seller_id = $3 and y.envio_id = l.envio_id and (l.tipo = 'frete' or l.pedido_ids = '{}') limit 100) s
       union select s.pedido_id from (select pedido_id from vendas y where y.empresa_id = $1 and y.marketplace = $2
         and y.seller_id = $3 and y.pacote_id = l.pacote_id and l.pedido_ids = '{}' and not exists (
           select from vendas z where z.empresa_id = $1 and z.marketplace = $2 and z.seller_id = $3
             and z.envio_id = l.envio_id) limit 100) s
     ) n
     cross join lateral (select * from pedidos y where y.empresa_id = $1 and y.marketplace = $2 and y.seller_id = $3
       and y.id = n.id limit 1) p
     left join lateral (select * from vendas y where y.empresa_id = $1 and y.marketplace = $2 and y.seller_id = $3
       and y.pedido_id = n.id limit 1) v on true
     left join lateral (select * from vendas_envios y where y.empresa_id = $1 and y.marketplace = $2 and y.seller_id = $3
       and y.id = v.envio_id limit 1) e on true
     order by l.id, p.criado_em, p.id`,
    [seller.marketplace, seller.sellerId, ids],
  );

export interface Parte {
  linha_id: string;
  pedido_id: string;
  tipo: LinhaDeFatura['tipo'];
  valor: string;
}

/** Appends what lines of the bill cost their pedidos, and marks these lines as matched in the sums of their months. */
export const insertPartes = (tx: TenantDb, seller: SellerRef, partes: readonly Parte[]) =>
  tx.query(
    `with entrada as (
       select * from jsonb_to_recordset($4::jsonb) e (linha_id text, pedido_id text, tipo text, valor numeric)
     ), custos as (
       insert into pedido_custos (empresa_id, marketplace, seller_id, pedido_id, tipo, valor, situacao, fonte, fonte_id)
       select $1::uuid, $2, $3, pedido_id, tipo, valor, 'faturado', 'fatura', linha_id from entrada
       on conflict on constraint pedido_custos_key do nothing
     ), casadas as (
       update fatura_linhas l set casada = true
       where l.empresa_id = $1 and l.marketplace = $2 and l.seller_id = $3 and not l.casada
         and l.id in (select linha_id from entrada) returning l.competencia, l.valor
     )
     update faturas f set linhas_casadas = f.linhas_casadas + s.linhas, casado = f.casado + s.valor
     from (select c.competencia, count(*)::int as linhas, sum(c.valor) as valor from casadas c group by 1) s
     where f.empresa_id = $1 and f.marketplace = $2 and f.seller_id = $3 and f.competencia = s.competencia`,
    [seller.marketplace, seller.sellerId, JSON.stringify(partes)],
  );
