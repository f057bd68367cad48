import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type pg from 'pg';
import { expect, test } from 'vitest';
import type { Client } from '#testing/harness.ts';
import { sell as promise } from '#testing/sales/reservas.ts';
import { aDeposito, aProduto, movimento } from '#testing/stock.ts';
import { testApp } from '#testing/test-app.ts';

const { anEmpresa, admin, openPool, url } = await testApp();

const check = () => {
  const { status, stdout } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, '../../main.check-stock.ts')],
    { env: { ...process.env, MIGRATE_DATABASE_URL: url('owner') }, encoding: 'utf8' },
  );
  return { status, short: stdout.split('\n').filter((line) => line.includes(') short')), stdout };
};

test('the stock check finds every divergence of saldo, ledger, sums and totals, and reports no other row', async () => {
  const ana = await anEmpresa();
  const [matriz, filial] = [await aDeposito(ana), await aDeposito(ana, 'Filial')];
  const { id } = await aProduto(ana, { stock: { [matriz]: '10', [filial]: '3' } });
  for (let n = 0; n < 3; n++)
    await ana.post('/api/movimentos', movimento({ produto_id: id, deposito_id: matriz, tipo: 'saida' }));
  await ana.post(
    '/api/movimentos',
    movimento({ produto_id: id, deposito_id: matriz, destino_id: filial, tipo: 'transferencia' }),
  );
  await promise(openPool(1), ana, { produto_id: id, reservado: 2 });
  const gone = await aProduto(ana, { stock: { [matriz]: '2' } });
  await ana.delete(`/api/produtos/${gone.id}`);
  const sale = await soldAtCounter(ana, { produto_id: id, deposito_id: filial });
  const cancelled = await soldAtCounter(ana, { produto_id: id, deposito_id: filial });
  await ana.post(`/api/vendas-balcao/${cancelled}/cancelamento`, {
    ...{ id: randomUUID(), deposito_id: matriz, itens: [{ produto_id: id, vendavel: '1' }], motivo: null },
  });
  const clean = check();
  expect([clean.status, clean.short, clean.stdout.match(/\) ok/g)?.length]).toEqual([0, [], 10]);

  const line = `(select id from movimentos_estoque where produto_id = '${id}' and deposito_id = '${matriz}'`;
  const plants: [sql: string, caught: string[]][] = [
    // A saldo and its sum that a person changed in a database console.
    [
      `update produto_deposito set quantidade = quantidade + 1 where produto_id = '${id}' and deposito_id = '${matriz}';
       update produtos set estoque_inicial = estoque_inicial + 1 where id = '${id}'`,
      [
        'saldos that are not the sum of their movimentos',
        'saldos that differ from the saldo of their last movimento',
        'totals on the cards that differ from a count of the rows',
      ],
    ],
    [
      `update movimentos_estoque set saldo = saldo + 1 where id = ${line} order by created_at desc limit 1)`,
      [
        'saldos that differ from the saldo of their last movimento',
        'movimentos whose saldo is not the previous saldo plus their delta',
      ],
    ],
    [
      `update movimentos_estoque set delta = delta - 1 where id = ${line} order by created_at offset 1 limit 1)`,
      [
        'saldos that are not the sum of their movimentos',
        'movimentos whose saldo is not the previous saldo plus their delta',
      ],
    ],
    // A lost line of the ledger.
    [
      `delete from movimentos_estoque where id = ${line} order by created_at offset 1 limit 1)`,
      [
        'saldos that are not the sum of their movimentos',
        'movimentos whose saldo is not the previous saldo plus their delta',
      ],
    ],
    // A link deleted together with its stock.
    [
      `delete from produto_deposito where produto_id = '${id}' and deposito_id = '${filial}'`,
      [
        'saldos that are not the sum of their movimentos',
        'produtos whose estoque is not the sum of their saldos',
        'totals on the cards that differ from a count of the rows',
      ],
    ],
    [
      `update produtos set estoque_inicial = estoque_inicial + 5 where id = '${id}'`,
      [
        'produtos whose estoque is not the sum of their saldos',
        'totals on the cards that differ from a count of the rows',
      ],
    ],
    [
      `alter table produto_deposito drop constraint produto_deposito_quantidade_check;
       alter table movimentos_estoque drop constraint movimentos_estoque_saldo_check;
       update produto_deposito set quantidade = -1 where produto_id = '${id}' and deposito_id = '${filial}'`,
      [
        'saldos that are not the sum of their movimentos',
        'saldos that differ from the saldo of their last movimento',
        'produtos whose estoque is not the sum of their saldos',
        'saldos below zero',
      ],
    ],
    [
      `update produto_deposito set reservado = reservado + 1 where produto_id = '${id}' and deposito_id = '${matriz}'`,
      ['saldos whose reservado is not the sum of their reservas'],
    ],
    [
      `update produtos set reservado = 0 where id = '${id}'`,
      ['produtos whose reservado is not the sum of their reservas'],
    ],
    // A lost reserva.
    [
      `delete from reservas where produto_id = '${id}'`,
      [
        'saldos whose reservado is not the sum of their reservas',
        'produtos whose reservado is not the sum of their reservas',
      ],
    ],
    ...[
      `update vendas_balcao_itens set quantidade = quantidade + 1 where venda_id = '${sale}'`,
      `update vendas_balcao_itens set voltou = 0 where venda_id = '${cancelled}'`,
      // A cancellation of which nothing came back.
      `update vendas_balcao_itens set voltou = 1 where venda_id = '${sale}'`,
      `update vendas_balcao set deposito_id = '${matriz}' where id = '${sale}'`,
      `insert into vendas_balcao_itens select empresa_id, venda_id, gen_random_uuid(), 2, nome, sku, 1, 0, 0, 0
       from vendas_balcao_itens where venda_id = '${sale}'`,
    ].map((sql): [string, string[]] => [
      sql,
      ['items of sales at the counter that are not their movimentos'],
    ]),
    [
      `update vendas_balcao_itens set bruto = bruto + 0.01 where venda_id = '${sale}'`,
      ['sales at the counter whose amounts are not the sums of their items'],
    ],
    [
      `delete from vendas_balcao_itens where venda_id = '${sale}'`,
      [
        'items of sales at the counter that are not their movimentos',
        'sales at the counter whose amounts are not the sums of their items',
      ],
    ],
    [
      `insert into contadores (empresa_id, nome, delta) values ('${ana.empresaId}', 'inventario.zerado', 1)`,
      ['totals on the cards that differ from a count of the rows'],
    ],
  ];
  const client = await admin.connect();
  for (const [sql, caught] of plants) {
    // Bypasses the triggers, as real damage would.
    await client.query('set session_replication_role = replica');
    await snapshot(client);
    await client.query(sql);
    const { status, short } = check();
    expect([status, short.map((text) => text.split(' = ')[0])], sql).toEqual([1, caught]);
    await restore(client);
    await client.query('set session_replication_role = origin');
  }
  expect(check().status).toBe(0);
  client.release();
});

/** Sells one unit and returns the id of the sale. */
async function soldAtCounter(
  ana: Client,
  { produto_id, deposito_id }: { produto_id: string; deposito_id: string },
) {
  const sold = await ana.post('/api/vendas-balcao', {
    ...{ id: randomUUID(), cliente_id: null, vendedor_id: null, deposito_id, desconto: null, prometidas: [] },
    ...{ itens: [{ produto_id, quantidade: '1', preco: '10' }], pagamento: 'pix', recebido: null },
  });
  return sold.json().id as string;
}

const TABLES = [
  'vendas_balcao_itens',
  'vendas_balcao',
  'produtos',
  'produto_deposito',
  'movimentos_estoque',
  'contadores',
  'reservas',
];

async function snapshot(client: pg.ClientBase): Promise<void> {
  for (const table of TABLES) await client.query(`create table kept_${table} as select * from ${table}`);
}

/** Restores the tables without generated columns, which PostgreSQL computes itself. */
async function restore(client: pg.ClientBase): Promise<void> {
  for (const table of TABLES) {
    const { rows } = await client.query(
      `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      [table],
    );
    await client.query(`delete from ${table}`);
    await client.query(
      `insert into ${table} (${rows[0].columns}) select ${rows[0].columns} from kept_${table}`,
    );
    await client.query(`drop table kept_${table}`);
  }
}
