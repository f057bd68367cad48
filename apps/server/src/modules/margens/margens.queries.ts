import { fromUnits } from '@prumo/contract/exact-decimal.ts';
import {
  type GrupoDaMargem,
  type LinhaDaMargemDoPeriodo,
  type OrdemDaMargem,
  SEM_PRODUTO,
  type Somas,
} from '@prumo/contract/margens.ts';
import { UUID } from '#platform/db/db.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { CHAVE_DO_ANUNCIO, DECIMOS, partesBy, SOMAS } from './partes.ts';
import type { Posicao } from './posicao.ts';
import { CONTAS } from './vendidos.ts';

/** The pedidos that an answer adds up. */
export interface Filtros {
  de: string;
  ate: string;
  conta_id?: string | undefined;
  produto?: string | undefined;
  anuncio?: string | undefined;
}

const valuesOf = ({ de, ate, conta_id, produto, anuncio }: Filtros) => [
  ...[de, ate, conta_id ?? null],
  produto === SEM_PRODUTO ? '' : (produto ?? null),
  anuncio ?? null,
];

/** Sums of a row with amounts in cents and the margin in tenths of a percent. */
type EmCentavos = Somas & { is_demais: boolean };

const centsToDecimal = (cents: string) => fromUnits(BigInt(cents.replace(/\.0*$/, '')), 2);

function somasOf(row: Somas): Somas {
  const { pedidos, unidades, estimada, sem_custo, sem_frete, sem_imposto, percentual } = row;
  const amount = (
    field: 'venda' | 'estornado' | 'comissao' | 'frete' | 'outra' | 'imposto' | 'mercadoria' | 'margem',
  ) => centsToDecimal(String(row[field]));
  return {
    ...{ pedidos, unidades, estimada, sem_custo, sem_frete, sem_imposto },
    ...{ venda: amount('venda'), estornado: amount('estornado'), comissao: amount('comissao') },
    ...{ frete: amount('frete'), outra: amount('outra'), imposto: amount('imposto') },
    ...{ mercadoria: amount('mercadoria'), margem: amount('margem') },
    percentual: percentual === null ? null : fromUnits(BigInt(percentual.replace(/\.0*$/, '')), 1),
  };
}

/** Adds a period up. Null when it has more pedidos than one answer adds up. */
export async function selectSomas(tx: TenantDb, filtros: Filtros): Promise<Somas | null> {
  const [row] = await tx.query<EmCentavos>(
    `${partesBy("''::text")}
     select s.*, ${DECIMOS} as percentual, e.is_demais from (select ${SOMAS} from do_pedido d) s cross join excesso e`,
    valuesOf(filtros),
  );
  if (!row) throw new Error('a sum without a row');
  return row.is_demais ? null : somasOf(row);
}

interface ContaComCustos {
  desde: string | null;
  /** Null when it is no longer connected. */
  id: string | null;
  nome: string | null;
}

/** Selects the contas whose sales have costs, and since when. */
export const selectContas = (tx: TenantDb) =>
  tx.query<ContaComCustos>(
    `select v.reserva_desde as desde, c.id, c.nickname as nome
     from (select * from vendas_config x where x.empresa_id = $1 limit ${CONTAS}) v
     left join lateral (select x.id, x.nickname from mercado_livre_config x where x.empresa_id = $1
       and x.marketplace = v.marketplace and x.user_ml_id = v.seller_id and x.active limit 1) c on true
     order by c.nickname, v.reserva_desde`,
  );

/** The name of the produto or anuncio that a filter names. */
export async function selectNome(tx: TenantDb, { produto, anuncio }: Filtros): Promise<string | null> {
  const [marketplace = '', seller = '', ...rest] = anuncio?.split(':') ?? [];
  const [row] = await tx.query<{ nome: string }>(
    `select x.nome from produtos x where x.empresa_id = $1 and x.id = $2::uuid
     union all (select x.titulo from anuncios x where x.empresa_id = $1 and x.marketplace = $3 and x.seller_id = $4
       and x.anuncio_id = $5 limit 1)`,
    [UUID.test(produto ?? '') ? produto : null, marketplace, seller, rest.join(':')],
  );
  return row?.nome ?? null;
}

const CHAVE: Readonly<Record<GrupoDaMargem, string>> = {
  pedido: "concat_ws(':', i.marketplace, i.seller_id, i.pedido_id)",
  produto: "coalesce(i.produto_id::text, '')",
  anuncio: CHAVE_DO_ANUNCIO,
};

const VALOR: Readonly<Record<string, string>> = {
  margem: 's.margem',
  receita: 's.venda - s.estornado',
  // A row without a sale has no percentage. It follows all others in both directions.
  percentual: 's.decimos',
};
const LAST = '1000000000000000';

/** What a page says of its rows beyond the sums. Each row is looked up by its key. */
const NOME: Readonly<Record<GrupoDaMargem, string>> = {
  produto: `select p.nome, p.sku, null as numero, null as conta, null::jsonb as pedido
    from (select) one left join lateral (select x.nome, x.sku from produtos x where x.empresa_id = $1
      and x.id = nullif(g.chave, '')::uuid limit 1) p on true`,
  anuncio: `select t.titulo as nome, null as sku, nullif(g.anuncio_id, '') as numero, c.nickname as conta, null::jsonb as pedido
    from (select) one
    left join lateral (select x.titulo from anuncios x where x.empresa_id = $1 and x.marketplace = g.marketplace
      and x.seller_id = g.seller_id and x.anuncio_id = g.anuncio_id limit 1) t on true
    left join lateral (select x.nickname from mercado_livre_config x where x.empresa_id = $1
      and x.marketplace = g.marketplace and x.user_ml_id = g.seller_id and x.active limit 1) c on true`,
  pedido: `select coalesce(p.nome, t.titulo) as nome, p.sku, g.pedido_id as numero, c.nickname as conta,
      jsonb_build_object('criado_em', g.criado_em, 'is_cancelado', g.is_off, 'itens', g.itens, 'pacote_id', f.id) as pedido
    from (select) one
    left join lateral (select x.nome, x.sku from produtos x where x.empresa_id = $1 and x.id = g.produto_id::uuid limit 1) p on true
    left join lateral (select x.titulo from anuncios x where x.empresa_id = $1 and x.marketplace = g.marketplace
      and x.seller_id = g.seller_id and x.anuncio_id = g.anuncio_id limit 1) t on true
    left join lateral (select x.nickname from mercado_livre_config x where x.empresa_id = $1
      and x.marketplace = g.marketplace and x.user_ml_id = g.seller_id and x.active limit 1) c on true
    left join lateral (select x.envio_id from vendas x where x.empresa_id = $1 and x.marketplace = g.marketplace
      and x.seller_id = g.seller_id and x.pedido_id = g.pedido_id limit 1) v on true
    left join lateral (
      select x.id from pedidos_fila x where x.empresa_id = $1 and x.envio_id = v.envio_id and x.marketplace = g.marketplace
        and x.seller_id = g.seller_id
      union all select x.id from pedidos_fila x where v.envio_id is null and x.empresa_id = $1 and x.envio_id is null
        and x.pedido_id = g.pedido_id and x.marketplace = g.marketplace and x.seller_id = g.seller_id
      limit 1) f on true`,
};

type LinhaLida = LinhaDaMargemDoPeriodo & { valor: string };

/** Selects a page of the rows of a group. Empty when the period has more pedidos than one answer adds up. */
export async function selectLinhas(
  tx: TenantDb,
  {
    grupo,
    ordem,
    depois,
    limit,
    ...filtros
  }: Filtros & {
    grupo: GrupoDaMargem;
    ordem: OrdemDaMargem;
    depois: Posicao | null;
    limit: number;
  },
): Promise<(LinhaDaMargemDoPeriodo & Posicao)[]> {
  const isDown = ordem.startsWith('-');
  const [direction, sign, last] = isDown ? ['desc', '<', `-${LAST}`] : ['asc', '>', LAST];
  const rows = await tx.query<LinhaLida>(
    `${partesBy(CHAVE[grupo])}, agrupado as (
       select d.chave, min(d.marketplace) as marketplace, min(d.seller_id) as seller_id, min(d.pedido_id) as pedido_id,
         min(d.anuncio_id) as anuncio_id, min(d.produto_id) as produto_id, min(d.criado_em) as criado_em,
         bool_or(d.is_off) as is_off, sum(d.itens)::int as itens, ${SOMAS}
       from do_pedido d group by d.chave
     ), ordenado as (
       select s.*, coalesce(${VALOR[ordem.replace('-', '')]}, ${last}) as valor
       from (select s.*, ${DECIMOS} as decimos from agrupado s) s
     ), pagina as (
       select * from ordenado where $7::numeric is null or (valor, chave) ${sign} ($7::numeric, $8::text)
       order by valor ${direction}, chave ${direction} limit $9
     )
     select g.*, g.decimos as percentual, l.* from pagina g cross join lateral (${NOME[grupo]}) l
     order by g.valor ${direction}, g.chave ${direction}`,
    [...valuesOf(filtros), depois?.valor ?? null, depois?.chave ?? null, limit],
  );
  return rows.map((row) => ({
    ...somasOf(row),
    ...{ chave: row.chave, valor: String(row.valor).replace(/\.0*$/, '') },
    ...{ nome: row.nome, sku: row.sku, numero: row.numero, conta: row.conta, pedido: row.pedido },
  }));
}
