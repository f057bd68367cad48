import { aSincronia } from '../../apps/server/src/testing/pendencias.ts';
import type { Product } from '../kit/product.ts';

/** Writes the pedidos of 61 days of two contas, and their sums by day. */
export async function seedSales(
  sql: Product['sql'],
  place: { empresaId: string; userId: string },
  perDay: number,
): Promise<void> {
  for (let n = 0; n < 2; n++) {
    const { seller } = await aSincronia(sql, place);
    await sql(
      `insert into pedidos (empresa_id, marketplace, seller_id, id, criado_em, atualizado_em, situacao, total, tarifas, quantidade, anuncio_id)
       select $1, 'mercado-livre', $2, d || '-' || k, now() - make_interval(days => d) - k * interval '1 day' / $3::int, now(),
         case when k % 20 = 0 then 'cancelado' else 'pago' end, 10 + k % 90, 1, 1, 'MLB' || k % 500
       from generate_series(0, 61) d, generate_series(1, $3::int) k`,
      [place.empresaId, seller, perDay],
    );
    await sql(
      `insert into pedidos_dia
       select empresa_id, marketplace, seller_id, (criado_em at time zone 'America/Sao_Paulo')::date, count(*), sum(total),
         count(*), 0, 0, 0, 0
       from pedidos where empresa_id = $1 and seller_id = $2 and situacao = 'pago' group by 1, 2, 3, 4`,
      [place.empresaId, seller],
    );
  }
  await sql('vacuum (analyze) pedidos, pedidos_dia');
}
