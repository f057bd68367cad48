import type { FiltrosDeVendas, VendaBalcaoListada } from '@prumo/contract/vendas-balcao.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';

/** The most sales that one page looks at (ADR 0042). A filter that few sales pass continues on the next page. */
export const LOOKED_AT = 1000;
/** The largest integer of PostgreSQL. */
const MAX_NUMERO = 2 ** 31 - 1;
/** The most clientes whose sales a search by words finds. */
const CLIENTES = 100;

export const nameOf = (
  column: string,
) => `coalesce((select p.full_name from profiles p where p.id = v.${column}),
  (select a.nome from autores a where a.empresa_id = v.empresa_id and a.id = v.${column}))`;

export const LISTADA = `v.id, v.numero, v.created_at, ${nameOf('user_id')} as quem, v.cliente_id, c.nome as cliente_nome,
  v.vendedor_id, s.nome as vendedor_nome, v.total::text, v.pagamento, v.cancelada_em,
  (select coalesce(sum(i.quantidade), 0)::text from vendas_balcao_itens i where i.empresa_id = v.empresa_id and i.venda_id = v.id) as unidades`;
export const NAMES = `left join clientes c on c.empresa_id = v.empresa_id and c.id = v.cliente_id
  left join vendedores s on s.empresa_id = v.empresa_id and s.id = v.vendedor_id`;

const STARTS = `($3::date::timestamp at time zone 'America/Sao_Paulo')`;
const ENDS = `(($4::date + 1)::timestamp at time zone 'America/Sao_Paulo')`;
/**
 * Numbers and instants have one order, so a period is a range of numbers. Each bound is a condition of its own, because an
 * index serves no condition that an OR switches off.
 */
const fromDay = (de: string | undefined) =>
  de === undefined
    ? '$3::date is null'
    : `v.numero >= (select numero from vendas_balcao where empresa_id = $1 and created_at >= ${STARTS} order by created_at, numero limit 1)`;
const toDay = (ate: string | undefined) =>
  ate === undefined
    ? '$4::date is null'
    : `v.numero <= (select numero from vendas_balcao where empresa_id = $1 and created_at < ${ENDS} order by created_at desc, numero desc limit 1)`;

/** A search for a number, or for the clientes that the words name, narrows the sales that are looked at. */
function narrowed({ cliente_id, busca }: FiltrosDeVendas): [sql: string, value: string | null] {
  if (busca && /^\d{1,9}$/.test(busca)) return ['v.numero = $5::int', busca];
  if (busca)
    return [
      `v.cliente_id = any ((select f.ids from find_ids('clientes', 'nome_ordem', false, $5, null, null, ${CLIENTES}, '{}'::jsonb) f)::uuid[])`,
      busca,
    ];
  return cliente_id ? ['v.cliente_id = $5::uuid', cliente_id] : ['$5::text is null', null];
}

interface Page {
  itens: VendaBalcaoListada[];
  /** The number of the last sale that was looked at, when there may be more. */
  proximo: number | null;
}

/** Selects a page of sales, the last one first. */
export async function selectVendas(
  tx: TenantDb,
  filtros: FiltrosDeVendas & { cursor?: number | undefined },
  limit: number,
): Promise<Page> {
  const { cursor, de, ate, cliente_id, vendedor_id, situacao } = filtros;
  const [narrow, value] = narrowed(filtros);
  // Without these filters every sale that is looked at is shown.
  const lookedAt = cliente_id || vendedor_id || situacao ? LOOKED_AT : limit + 1;
  const rows = await tx.query<VendaBalcaoListada & { ultima: number; lidas: number }>(
    `with lidas as materialized (
       select * from vendas_balcao v where v.empresa_id = $1 and v.numero <= coalesce($2::integer - 1, ${MAX_NUMERO})
         and ${fromDay(de)} and ${toDay(ate)} and ${narrow} order by v.numero desc limit ${lookedAt}
     ), achadas as (
       select * from lidas where ($6::uuid is null or cliente_id = $6) and ($7::uuid is null or vendedor_id = $7)
         and ($8::text is null or (cancelada_em is not null) = ($8 = 'cancelada'))
       order by numero desc limit ${limit + 1}
     )
     select r.ultima, r.lidas, l.* from (select min(numero) as ultima, count(*)::int as lidas from lidas) r
     left join (select ${LISTADA} from achadas v ${NAMES}) l on true order by l.numero desc`,
    [
      cursor ?? null,
      de ?? null,
      ate ?? null,
      value,
      cliente_id ?? null,
      vendedor_id ?? null,
      situacao ?? null,
    ],
  );
  const found = rows.filter(({ id }) => id !== null);
  const itens = found.slice(0, limit);
  const [first] = rows;
  if (found.length > limit) return { itens, proximo: itens.at(-1)?.numero ?? null };
  return { itens, proximo: first?.lidas === lookedAt ? first.ultima : null };
}
