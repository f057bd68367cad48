import type { VendaBalcao } from '@prumo/contract/vendas-balcao.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { LISTADA, NAMES, nameOf } from './list-vendas.queries.ts';

/** What identifies a stored sale for a repetition of its request. */
export interface Stored {
  id: string;
  numero: number;
  lote: string;
  cliente_id: string | null;
  vendedor_id: string | null;
  deposito_id: string;
  desconto: string;
  pagamento: string;
  recebido: string | null;
  cancelada_em: string | null;
  cancelamento_id: string | null;
  volta_deposito_id: string | null;
  motivo: string | null;
  total: string;
  itens: { produto_id: string; nome: string; quantidade: string; preco: string; voltou: string | null }[];
}

const ITENS = `(select coalesce(jsonb_agg(jsonb_build_object('produto_id', i.produto_id, 'nome', i.nome, 'sku', i.sku,
    'quantidade', i.quantidade::text, 'preco', i.preco::text, 'bruto', i.bruto::text, 'desconto', i.desconto::text,
    'voltou', i.voltou::text) order by i.ordem), '[]')
  from vendas_balcao_itens i where i.empresa_id = v.empresa_id and i.venda_id = v.id) as itens`;

/** Selects a sale by its id. `lock` makes two people who cancel it wait for each other. */
export async function selectStored(tx: TenantDb, id: string, lock = false): Promise<Stored | undefined> {
  const [row] = await tx.query<Stored>(
    `select v.id, v.numero, v.lote, v.cliente_id, v.vendedor_id, v.deposito_id, v.desconto::text, v.pagamento,
       v.recebido::text, v.cancelada_em, v.cancelamento_id, v.volta_deposito_id, v.motivo, v.total::text, ${ITENS}
     from vendas_balcao v where v.empresa_id = $1 and v.id = $2 ${lock ? 'for no key update' : ''}`,
    [id],
  );
  return row;
}

export const selectProdutos = (tx: TenantDb, ids: readonly string[]) =>
  tx.query<{ id: string; nome: string; sku: string; preco_venda: string }>(
    'select id, nome, sku, preco_venda::text from produtos where empresa_id = $1 and id = any ($2::uuid[])',
    [ids],
  );

/** Selects the active depositos other than this one that have units of some produtos, the fullest first. */
export const selectElsewhere = (tx: TenantDb, produtoIds: readonly string[], depositoId: string) =>
  tx.query<{ produto_id: string; nome: string; saldo: string }>(
    `select d.produto_id, e.nome, d.quantidade::text as saldo
     from produto_deposito d join depositos e on e.empresa_id = d.empresa_id and e.id = d.deposito_id
     where d.empresa_id = $1 and d.produto_id = any ($2::uuid[]) and d.deposito_id <> $3 and d.quantidade > 0 and e.ativo
     order by d.quantidade desc, e.nome_ordem, e.id`,
    [produtoIds, depositoId],
  );

export async function selectComissao(tx: TenantDb, vendedorId: string): Promise<string | null | undefined> {
  const [row] = await tx.query<{ comissao: string | null }>(
    'select comissao::text from vendedores where empresa_id = $1 and id = $2',
    [vendedorId],
  );
  return row?.comissao;
}

/** Lets the requests of one id run one after the other. The lock ends with the transaction. */
export const lockId = (tx: TenantDb, id: string) =>
  tx.query("select pg_advisory_xact_lock(hashtextextended('venda no balcão ' || $1::text || $2, 0))", [id]);

/** Lets the sales of an empresa take their numbers one after the other. The lock ends with the transaction. */
export const lockNumeros = (tx: TenantDb) =>
  tx.query("select pg_advisory_xact_lock(hashtextextended('vendas_balcao ' || $1::text, 0))");

export interface NewVenda {
  id: string;
  cliente_id: string | null;
  vendedor_id: string | null;
  deposito_id: string;
  bruto: string;
  desconto: string;
  total: string;
  pagamento: string;
  recebido: string | null;
  comissao: string | null;
  comissao_valor: string;
}

/** Inserts a sale with the next number, and returns that number. The caller holds the lock of the numbers. */
export async function insertVenda(tx: TenantDb, venda: NewVenda): Promise<number> {
  const [row] = await tx.query<{ numero: number }>(
    `insert into vendas_balcao (empresa_id, id, numero, cliente_id, vendedor_id, deposito_id, bruto, desconto, total,
       pagamento, recebido, comissao, comissao_valor, lote, user_id, created_at)
     select $1, $2, coalesce(max(l.numero), 0) + 1, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14,
       greatest(clock_timestamp(), max(l.created_at))
     from (select numero, created_at from vendas_balcao where empresa_id = $1 order by numero desc limit 1) l
     returning numero`,
    [
      ...[venda.id, venda.cliente_id, venda.vendedor_id, venda.deposito_id, venda.bruto, venda.desconto],
      ...[
        venda.total,
        venda.pagamento,
        venda.recebido,
        venda.comissao,
        venda.comissao_valor,
        tx.lote,
        tx.userId,
      ],
    ],
  );
  if (!row) throw new Error('an insert without a row');
  return row.numero;
}

export interface NewItem {
  produto_id: string;
  nome: string;
  sku: string;
  quantidade: string;
  preco: string;
  bruto: string;
  desconto: string;
}

export const insertItens = (tx: TenantDb, vendaId: string, itens: readonly NewItem[]) =>
  tx.query(
    `insert into vendas_balcao_itens (empresa_id, venda_id, produto_id, ordem, nome, sku, quantidade, preco, bruto, desconto)
     select $1, $2, i.produto_id, i.ordem, i.nome, i.sku, i.quantidade, i.preco, i.bruto, i.desconto
     from unnest($3::uuid[], $4::text[], $5::text[], $6::numeric[], $7::numeric[], $8::numeric[], $9::numeric[])
       with ordinality i (produto_id, nome, sku, quantidade, preco, bruto, desconto, ordem)`,
    [
      vendaId,
      itens.map(({ produto_id }) => produto_id),
      itens.map(({ nome }) => nome),
      itens.map(({ sku }) => sku),
      itens.map(({ quantidade }) => quantidade),
      itens.map(({ preco }) => preco),
      itens.map(({ bruto }) => bruto),
      itens.map(({ desconto }) => desconto),
    ],
  );

export interface Cancelled {
  id: string;
  cancelamento_id: string;
  volta_deposito_id: string | null;
  motivo: string | null;
  itens: readonly { produto_id: string; vendavel: string }[];
}

export const cancelVenda = (
  tx: TenantDb,
  { id, cancelamento_id, volta_deposito_id, motivo, itens }: Cancelled,
) =>
  tx.query(
    `with voltou as (
       update vendas_balcao_itens i set voltou = l.vendavel
       from unnest($7::uuid[], $8::numeric[]) l (produto_id, vendavel)
       where i.empresa_id = $1 and i.venda_id = $2 and i.produto_id = l.produto_id
     ) update vendas_balcao set cancelada_em = clock_timestamp(), cancelada_por = $3, cancelamento_id = $4,
       volta_deposito_id = $5, motivo = $6
     where empresa_id = $1 and id = $2`,
    [
      ...[id, tx.userId, cancelamento_id, volta_deposito_id, motivo],
      ...[itens.map(({ produto_id }) => produto_id), itens.map(({ vendavel }) => vendavel)],
    ],
  );

/** Whether an instant lies in the present day of America/Sao_Paulo. */
export async function isOfToday(tx: TenantDb, instant: string): Promise<boolean> {
  const [row] = await tx.query<{ is_today: boolean }>(
    `select ($2::timestamptz at time zone 'America/Sao_Paulo')::date = (clock_timestamp() at time zone 'America/Sao_Paulo')::date
       as is_today where $1::uuid is not null`,
    [instant],
  );
  return row?.is_today === true;
}

export const restoreVenda = (tx: TenantDb, id: string) =>
  tx.query(
    `with voltou as (
       update vendas_balcao_itens set voltou = null where empresa_id = $1 and venda_id = $2
     ) update vendas_balcao set cancelada_em = null, cancelada_por = null, cancelamento_id = null,
       volta_deposito_id = null, motivo = null
     where empresa_id = $1 and id = $2`,
    [id],
  );

export async function selectVenda(tx: TenantDb, id: string): Promise<VendaBalcao | undefined> {
  const [row] = await tx.query<VendaBalcao>(
    `select ${LISTADA}, v.deposito_id, e.nome as deposito_nome, v.bruto::text, v.desconto::text, v.recebido::text,
       v.comissao::text, v.comissao_valor::text, ${nameOf('cancelada_por')} as cancelada_por, v.motivo, ${ITENS}
     from vendas_balcao v ${NAMES} left join depositos e on e.empresa_id = v.empresa_id and e.id = v.deposito_id
     where v.empresa_id = $1 and v.id = $2`,
    [id],
  );
  return row;
}
