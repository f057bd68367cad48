import pg from 'pg';
import { insertEmpresas } from '../kit/bulk.ts';

export interface LedgerSizes {
  movimentos: number;
  empresas: number;
  /** Pairs of produto and deposito. Each has a saldo. */
  saldos: number;
  /** The address of the database, for more connections. */
  url: string;
}

/**
 * Loads a ledger whose saldos, sums and cards agree with each other. The triggers are off, so `historico` stays
 * empty. Time passes in rounds. One saldo in twenty moves in every round, one in four in every 8th and the others
 * in every 64th. The lines of the empresas are mixed, as they are when many empresas work at once. One empresa has
 * a tenth of the produtos, and the sizes of the others fall steeply. The table should have no indexes. Returns the
 * number of movimentos.
 */
export async function loadLedger(client: pg.Client, sizes: LedgerSizes, table: string): Promise<number> {
  await client.query('set session_replication_role = replica');
  const ids = await insertEmpresas(client, sizes.empresas);
  await client.query(REGISTERS, [ids]);
  await client.query('create unlogged table ledger_produtos (empresa_id uuid, id uuid, n int)');
  await client.query(INSERT_DRAWN, [Math.ceil(sizes.saldos / 1.3), ids]);
  await client.query(saldosOf(sizes.saldos));
  await client.query('create index on ledger_saldos (periodo, fase)');
  await client.query('analyze ledger_saldos');
  const rounds = await insertRounds(client, sizes, table);
  await client.query(DEPOSITO, [rounds.count]);
  await withoutIndexes(client, 'produtos', () => client.query(PRODUTOS));
  await client.query(COUNTERS);
  await client.query('drop table ledger_saldos, ledger_produtos');
  await client.query('set session_replication_role = origin');
  await client.query('vacuum analyze produtos, produto_deposito, contadores, empresas, depositos');
  return rounds.rows;
}

/** Drops the indexes that serve no constraint, and builds them after the work, which is faster. */
async function withoutIndexes(client: pg.Client, table: string, work: () => Promise<unknown>): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexname as name, i.indexdef as definition from pg_indexes i
     where i.tablename = $1 and not exists (select from pg_constraint c where c.conname = i.indexname)`,
    [table],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  await work();
  for (const { definition } of rows) await client.query(definition);
}

/** Several connections share the rounds, because one connection uses one core. */
async function insertRounds(client: pg.Client, sizes: LedgerSizes, table: string) {
  const { rows } = await client.query<{ n: string }>('select sum(64 / periodo) as n from ledger_saldos');
  const count = Math.ceil((sizes.movimentos * 64) / Number(rows[0]?.n) / STEP) * STEP;
  let next = 0;
  let written = 0;
  const work = async () => {
    const own = new pg.Client({ connectionString: sizes.url });
    await own.connect();
    await own.query('set session_replication_role = replica');
    for (let from = next; from < count; from = next) {
      next += STEP;
      const { rowCount } = await own.query(ROUNDS.replace('LEDGER', table), [from, from + STEP - 1]);
      written += rowCount ?? 0;
    }
    await own.end();
  };
  await Promise.all(Array.from({ length: 3 }, work));
  return { rows: written, count };
}

/** Rounds of one statement. */
const STEP = 4;

const REGISTERS = `
  with e as (select unnest($1::uuid[]) as id),
    a as (insert into marcas (empresa_id, id, user_id, nome) select id, id, id, 'Bosch' from e),
    c as (insert into categorias (empresa_id, id, user_id, nome) select id, id, id, 'Filtros' from e),
    d as (insert into depositos (empresa_id, user_id, nome) select id, id, 'Depósito ' || n from e, generate_series(1, 2) n)
  insert into fornecedores (empresa_id, id, user_id, nome, cpf_cnpj, email)
  select id, id, id, 'Distribuidora', '19131243000197', 'vendas@exemplo.com.br' from e`;

/** A number of the interval [0, 1) that depends on `of` only. */
const share = (of: string, salt: number) => `((hashint8extended(${of}, ${salt}) & 1048575) / 1048576.0)`;

/** One empresa has a tenth of the produtos. */
const INSERT_DRAWN = `
  insert into ledger_produtos
  select e as empresa_id, uuidv7(n * interval '1 second' - interval '4 years') as id, n
  from generate_series(1, $1::int) n, lateral (
    select ($2::uuid[])[case when ${share('n', 1)} < 0.1 then 1
      else least(cardinality($2::uuid[]), 2 + floor((cardinality($2::uuid[]) - 1) * power(${share('n', 2)}, 3))::int) end] as e) o`;

const PRODUTOS = `
  insert into produtos (empresa_id, id, user_id, nome, sku, categoria_id, marca_id, fornecedor_id, custo_unitario, preco_venda,
    estoque_inicial, created_at)
  select p.empresa_id, p.id, p.empresa_id, 'Filtro ' || n, 'FLT-' || n, p.empresa_id, p.empresa_id, p.empresa_id, 10, 25,
    coalesce(s.soma, 0), now() - interval '4 years'
  from ledger_produtos p left join (
    select empresa_id, produto_id, sum(quantidade) as soma from produto_deposito group by 1, 2
  ) s on s.empresa_id = p.empresa_id and s.produto_id = p.id`;

/**
 * Three produtos in ten have a saldo in a second deposito. `fase` is the round in which a saldo first
 * moves, and `atraso` the milliseconds after the start of a round.
 */
const saldosOf = (count: number) => `
  create unlogged table ledger_saldos as
  select n, empresa_id, produto_id, deposito_id, periodo, (n % periodo)::int as fase, atraso, atraso * interval '1 millisecond' as depois,
    '7' || substr(md5(n::text), 1, 3) || '8' || substr(md5(n::text), 4, 15) as resto, case when n % 10 = 0 then 'Venda no balcão' end as motivo
  from (
    select n, n * 72 as atraso, empresa_id, produto_id, deposito_id, case when u < 0.05 then 1 when u < 0.3 then 8 else 64 end as periodo
    from (
      select row_number() over (order by hashint8extended(k, 3)) as n, ${share('k', 4)} as u, s.*
      from (
        select row_number() over (order by p.id, d.id) as k, p.empresa_id, p.id as produto_id, d.id as deposito_id
        from ledger_produtos p join (
          select empresa_id, id, row_number() over (partition by empresa_id order by id) as place from depositos
        ) d on d.empresa_id = p.empresa_id and (d.place = 1 or ${share('p.n', 5)} < 0.3)
      ) s
    ) drawn where n <= ${count}
  ) timed order by n`;

/**
 * The k-th line of a saldo: the stock falls by one with each saida, and an entrada fills it up after nineteen of
 * them. `id` begins with the milliseconds of the line's time, as a uuidv7 does. Making random ids would take longer
 * than everything else, so `chave` and `lote` are the id of the line too.
 */
const ROUNDS = `
  insert into LEDGER (empresa_id, id, chave, produto_id, deposito_id, tipo, delta, saldo, motivo, origem, lote, user_id, created_at)
  select s.empresa_id, s.id, s.id, s.produto_id, s.deposito_id,
    case when k % 20 = 0 then 'entrada' else 'saida' end,
    case when k = 0 then '24'::numeric when k % 20 = 0 then '19' else '-1' end, (array[${Array.from({ length: 20 }, (_, n) => 24 - n).join()}]::numeric[])[1 + k % 20],
    s.motivo, 'manual', s.id, s.empresa_id, r.em + s.depois
  from (
    select r, timestamptz '2023-01-01' + r * interval '8 hours' as em, 1672531200000 + r * 28800000::bigint as ms
    from generate_series($1::int, $2::int) r offset 0
  ) r, unnest(array[1, 8, 64]) p (periodo), lateral (
    select s.*, r.r / s.periodo as k, ('0' || to_hex(r.ms + s.atraso) || s.resto)::uuid as id
    from ledger_saldos s where s.periodo = p.periodo and s.fase = r.r % p.periodo offset 0) s`;

const DEPOSITO = `
  insert into produto_deposito (empresa_id, id, user_id, produto_id, deposito_id, quantidade, ultima_movimentacao, created_at)
  select empresa_id, uuidv7(n * interval '1 second' - interval '4 years'), empresa_id, produto_id, deposito_id,
    case when k < 0 then 0 else 24 - k % 20 end,
    case when k >= 0 then timestamptz '2023-01-01' + (fase + k * periodo) * interval '8 hours' + depois end, timestamptz '2022-12-01'
  from (select s.*, floor(($1::int - 1 - fase) / periodo::numeric)::int as k from ledger_saldos s) s`;

const COUNTERS = `
  insert into contadores (empresa_id, nome, delta)
  select p.empresa_id, t.nome, sum(t.valor) from produtos p
  cross join lateral produto_totals(p.custo_unitario, p.estoque_inicial) t group by 1, 2
  union all
  select empresa_id, 'inventario.' || situacao, count(*) from produto_deposito group by 1, 2`;
