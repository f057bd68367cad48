import type { Measure } from '../kit/figures.ts';
import type { Site, TrueOrder } from './site.ts';

/** A trigger that records every write of a pedido, in order. */
export const JOURNAL = `
  create table escritas (
    n bigint generated always as identity, id text, atualizado_em timestamptz, conteudo text);
  create function note_escrita() returns trigger language plpgsql security definer as $$
  begin
    insert into escritas (id, atualizado_em, conteudo)
    values (new.id, new.atualizado_em, new.situacao || ' ' || new.total || ' ' || coalesce(new.estornado, -1));
    return null;
  end $$;
  create trigger note_escrita after insert or update on pedidos for each row execute function note_escrita()`;

const cents = (amount: number) => Math.round(amount * 100);
const sum = (amounts: readonly number[]) => amounts.reduce((total, each) => total + each, 0);

const SOLD = new Set(['paid', 'partially_refunded', 'refunded']);

/** The expected content of a pedido. The product does not store a test order. */
function expected({ status, total_amount, tags, order_items, payments }: TrueOrder): string {
  if (tags.includes('test_order')) return 'nothing';
  const refunded = sum(payments.map((each) => cents(each.transaction_amount_refunded)));
  const fees = sum(order_items.map(({ quantity, sale_fee }) => quantity * cents(sale_fee)));
  const situacao = SOLD.has(status) ? 'pago' : status === 'cancelled' ? 'cancelado' : 'pendente';
  return [
    situacao,
    cents(total_amount),
    refunded,
    fees,
    sum(order_items.map(({ quantity }) => quantity)),
  ].join(' ');
}

/** Compares the stored pedidos with the stand-in's own orders. */
export async function judge(
  site: Site,
  told: ReadonlyMap<number, readonly TrueOrder[]>,
  about = '',
): Promise<Measure[]> {
  const wrong: string[] = [];
  let compared = 0;
  for (const [seller, orders] of told) {
    const truth = new Map((await site.truth(seller)).map((order) => [order.id, order]));
    const rows = await site.sql(
      `select id, concat_ws(' ', situacao, round(total * 100), round(estornado * 100), round(tarifas * 100), quantidade) as here
       from pedidos where seller_id = $1`,
      [seller],
    );
    const here = new Map(rows.map((row) => [Number(row.id), String(row.here)]));
    for (const { id } of orders) {
      const order = truth.get(id);
      compared += 1;
      const [is, must] = [here.get(id) ?? 'nothing', order ? expected(order) : 'unknown'];
      if (is !== must) wrong.push(`${id}: ${is}, must be ${must}`);
      here.delete(id);
    }
    wrong.push(...[...here.keys()].map((id) => `${id}: stored without a notification`));
  }
  const twice = await site.sql(
    'select id::text, conteudo from escritas group by id, atualizado_em, conteudo having count(*) > 1',
  );
  const older = await site.sql(
    `select id::text, n::text from (
       select *, max(atualizado_em) over (partition by id order by n rows between unbounded preceding and 1 preceding) as before
       from escritas) e where atualizado_em < before`,
  );
  const sums = await site.sql(
    `select d.seller_id, d.dia from pedidos_dia d left join lateral (
       select count(*) filter (where p.situacao = 'pago') as pedidos,
         coalesce(sum(p.total) filter (where p.situacao = 'pago'), 0) as total,
         count(*) filter (where p.situacao = 'cancelado') as cancelados
       from pedidos p where p.seller_id = d.seller_id
         and (p.criado_em at time zone 'America/Sao_Paulo')::date = d.dia) p on true
     where (d.pedidos, d.total, d.cancelados) is distinct from (p.pedidos::int, p.total, p.cancelados::int)`,
  );
  const [written] = await site.sql('select count(*)::int as n from escritas');
  const say = (rows: Record<string, unknown>[]) => rows.map((row) => Object.values(row).join(' '));
  return [
    {
      name: `pedidos unlike the seller's own${about}`,
      value: wrong.length,
      bar: { exactly: 0 },
      size: `${compared} compared`,
      findings: wrong,
    },
    {
      name: `changes written twice${about}`,
      value: twice.length,
      bar: { exactly: 0 },
      size: `${written?.n} written`,
      findings: say(twice),
    },
    {
      name: `older written over newer${about}`,
      value: older.length,
      bar: { exactly: 0 },
      findings: say(older),
    },
    {
      name: `daily sums that differ from their pedidos${about}`,
      value: sums.length,
      bar: { exactly: 0 },
      findings: say(sums),
    },
  ];
}
