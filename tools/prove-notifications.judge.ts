import type { Site, TrueOrder } from './prove-notifications.site.ts';

/** A figure a part of the proof has measured, and what was found where it is short. */
export interface Measure {
  name: string;
  value: number;
  bar?: { min: number } | { max: number } | { exactly: number };
  size?: string;
  findings?: readonly string[];
}

/** Everything that was ever written of a pedido, in the order it was. */
export const JOURNAL = `
  create table escritas (
    n bigint generated always as identity, id bigint, atualizado_em timestamptz, conteudo text);
  create function note_escrita() returns trigger language plpgsql security definer as $$
  begin
    insert into escritas (id, atualizado_em, conteudo)
    values (new.id, new.atualizado_em, new.status || ' ' || new.total || ' ' || coalesce(new.estornado, -1));
    return null;
  end $$;
  create trigger note_escrita after insert or update on pedidos for each row execute function note_escrita()`;

const cents = (amount: number) => Math.round(amount * 100);
const sum = (amounts: readonly number[]) => amounts.reduce((total, each) => total + each, 0);

/** What is to be here of an order; nothing of one made for a test. */
function expected({ status, total_amount, tags, order_items, payments }: TrueOrder): string {
  if (tags.includes('test_order')) return 'nothing';
  const refunded = sum(payments.map((each) => cents(each.transaction_amount_refunded)));
  const fees = sum(order_items.map(({ quantity, sale_fee }) => quantity * cents(sale_fee)));
  return [status, cents(total_amount), refunded, fees, sum(order_items.map(({ quantity }) => quantity))].join(
    ' ',
  );
}

/** Holds what is here against what the stand-in knows of the orders that were told of. */
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
      `select id::text, concat_ws(' ', status, round(total * 100), round(estornado * 100), round(tarifas * 100), quantidade) as here
       from pedidos where user_ml_id = $1`,
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
    wrong.push(...[...here.keys()].map((id) => `${id}: nobody told of it`));
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
    `select d.user_ml_id::text, d.dia from pedidos_dia d left join lateral (
       select count(*) filter (where p.status in ('paid', 'partially_refunded', 'refunded')) as pedidos,
         coalesce(sum(p.total) filter (where p.status in ('paid', 'partially_refunded', 'refunded')), 0) as total,
         count(*) filter (where p.status = 'cancelled') as cancelados
       from pedidos p where p.user_ml_id = d.user_ml_id
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
      name: `effects written twice${about}`,
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
      name: `days that are not the sum of their pedidos${about}`,
      value: sums.length,
      bar: { exactly: 0 },
      findings: say(sums),
    },
  ];
}
