import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Pedido, SituacaoDePedido } from '#modules/marketplace/orders.ts';
import type { SellerRef } from '#modules/marketplace/seller.ts';
import { systemAccess } from '#platform/db/system-access.ts';
import { testApp } from '#testing/test-app.ts';
import { upsertPedidos } from './pedidos.queries.ts';

const prumo = await testApp();
const db = prumo.openPool(2);

async function anAccount() {
  const { empresaId } = await prumo.anEmpresa();
  const seller: SellerRef = { marketplace: 'mercado-livre', sellerId: String(randomInt(1, 2 ** 40)) };
  return {
    sellerId: seller.sellerId,
    write: (pedidos: readonly Pedido[]) =>
      db.write(systemAccess(empresaId), (tx) => upsertPedidos(tx, seller, pedidos)),
    rows: (table: string, columns: string) =>
      prumo.sql(`select ${columns} from ${table} where seller_id = $1 order by 1, 2`, [seller.sellerId]),
  };
}

const cents = (least = 0) =>
  fc
    .integer({ min: least, max: 5_000_000 })
    .map((n) => `${Math.floor(n / 100)}.${String(n % 100).padStart(2, '0')}`);
const SITUACOES: SituacaoDePedido[] = ['pago', 'cancelado', 'pendente'];
/** Instants around midnight in São Paulo, which is 03:00 UTC, on three days. */
const instant = fc
  .integer({ min: 0, max: 3 * 86_400 })
  .map((s) => new Date(Date.UTC(2026, 9, 30, 2, 58) + s * 1000));

const pedido = fc.record({
  id: fc.integer({ min: 1, max: 12 }).map(String),
  criado_em: instant.map((date) => date.toISOString()),
  atualizado_em: fc.integer({ min: 1, max: 9 }).map((n) => `2026-11-0${n}T12:00:00.000-04:00`),
  situacao: fc.constantFrom(...SITUACOES),
  total: cents(1),
  estornado: fc.option(cents()),
  tarifas: cents(),
  quantidade: fc.integer({ min: 1, max: 9 }),
  anuncio_id: fc.constantFrom('MLB1', 'MLB2', 'MLB3'),
  titulo: fc.constantFrom('Filtro', 'Filtro de óleo'),
  pacote_id: fc.option(fc.constant('2000006556183755')),
});
const batch = fc.uniqueArray(pedido, { selector: ({ id }) => id, maxLength: 12 });

const DIA = "(criado_em at time zone 'America/Sao_Paulo')::date";
const SOLD = "situacao = 'pago'";

/** The sums, computed from the pedidos now. */
const ADDED_UP = {
  pedidos_dia: `select ${DIA}::text as dia, count(*) filter (where ${SOLD})::int as pedidos,
      coalesce(sum(total) filter (where ${SOLD}), 0)::numeric(20, 2)::text as total,
      coalesce(sum(quantidade) filter (where ${SOLD}), 0)::text as unidades,
      coalesce(sum(estornado) filter (where ${SOLD}), 0)::numeric(20, 2)::text as estornado,
      coalesce(sum(tarifas) filter (where ${SOLD}), 0)::numeric(20, 2)::text as tarifas,
      count(*) filter (where situacao = 'cancelado')::int as cancelados,
      coalesce(sum(total) filter (where situacao = 'cancelado'), 0)::numeric(20, 2)::text as cancelado
    from pedidos where seller_id = $1 group by 1`,
  pedidos_anuncio_dia: `select anuncio_id, ${DIA}::text as dia, count(*)::int as pedidos,
      sum(total)::numeric(20, 2)::text as total, sum(quantidade)::text as unidades
    from pedidos where seller_id = $1 and ${SOLD} group by 1, 2`,
  pedidos_anuncio_bloco: `select anuncio_id, meses || ' ' || date_trunc(nome, ${DIA})::date as bloco,
      sum(total)::numeric(20, 2)::text as total
    from pedidos, (values (3, 'quarter'), (12, 'year')) t (meses, nome)
    where seller_id = $1 and ${SOLD} group by 1, 2`,
};
const COLUMNS = {
  pedidos_dia:
    'dia::text, pedidos, total::text, unidades::text, estornado::text, tarifas::text, cancelados, cancelado::text',
  pedidos_anuncio_dia: 'anuncio_id, dia::text, pedidos, total::text, unidades::text',
  pedidos_anuncio_bloco:
    "anuncio_id, meses || ' ' || inicio as bloco, (centavos / 100.0)::numeric(20, 2)::text as total",
};

test('the stored sums equal the sums of the pedidos, even after repeated, late and partial answers', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(batch, { maxLength: 6 }), async (batches) => {
      const { write, rows, sellerId } = await anAccount();
      for (const each of batches) {
        await write(each);
        await write(each);
      }
      for (const table of ['pedidos_dia', 'pedidos_anuncio_dia', 'pedidos_anuncio_bloco'] as const) {
        const kept = (await rows(table, COLUMNS[table])).filter(
          ({ total, cancelados }) => total !== '0.00' || cancelados > 0,
        );
        const added = (await prumo.sql(`${ADDED_UP[table]} order by 1, 2`, [sellerId])).filter(
          ({ total, cancelados }) => total !== '0.00' || cancelados > 0,
        );
        expect(kept, table).toEqual(added);
      }
      const newest = new Map<string, string>();
      for (const { id, atualizado_em } of batches.flat())
        if (atualizado_em > (newest.get(id) ?? '')) newest.set(id, atualizado_em);
      const stored = await rows('pedidos', 'id, atualizado_em');
      expect(stored.map(({ id, atualizado_em }) => [id, atualizado_em.getTime()])).toEqual(
        [...newest].sort().map(([id, at]) => [id, Date.parse(at)]),
      );
    }),
    { numRuns: 25 },
  );
});

test('a newer partial answer makes the refund unknown, and a complete answer sets it', async () => {
  const { write, rows } = await anAccount();
  const [base] = fc.sample(pedido, { numRuns: 1, seed: 5 });
  const at = (day: number, estornado: string | null): Pedido => ({
    ...(base as Pedido),
    id: '1',
    situacao: 'pago',
    atualizado_em: `2026-11-0${day}T12:00:00.000-04:00`,
    estornado,
  });
  const known = async (one: Pedido) => {
    await write([one]);
    return (await rows('pedidos', 'id, estornado::text'))[0]?.['estornado'];
  };
  expect(await known(at(1, '0.00'))).toBe('0.00');
  expect(await known(at(1, null))).toBe('0.00');
  expect(await known(at(2, null))).toBeNull();
  expect(await known(at(2, '5.00'))).toBe('5.00');
  expect(await known(at(1, '0.00'))).toBe('5.00');
});

test('writing the same pedidos again writes nothing', async () => {
  const { write, rows } = await anAccount();
  const [pedidos] = fc.sample(batch, { numRuns: 1, seed: 7 });
  await write(pedidos ?? []);
  const before = [await rows('pedidos', 'xmin::text, id'), await rows('pedidos_dia', 'xmin::text, dia')];
  await write(pedidos ?? []);
  expect([await rows('pedidos', 'xmin::text, id'), await rows('pedidos_dia', 'xmin::text, dia')]).toEqual(
    before,
  );
});

test('an anuncio has the title of its newest pedido, in whatever order they came', async () => {
  const { write, rows } = await anAccount();
  const [base] = fc.sample(pedido, { numRuns: 1, seed: 3 });
  const one = (id: string, day: number, titulo: string): Pedido => ({
    ...(base as Pedido),
    id,
    titulo,
    situacao: 'pago',
    anuncio_id: 'MLB9',
    criado_em: `2026-10-0${day}T12:00:00.000-04:00`,
  });
  await write([one('2', 5, 'O de agora')]);
  await write([one('1', 2, 'O de antes')]);
  expect(await rows('pedidos_anuncio', 'anuncio_id, titulo')).toEqual([
    { anuncio_id: 'MLB9', titulo: 'O de agora' },
  ]);
});
