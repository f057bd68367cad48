import pg from 'pg';
import { insertEmpresas, type Sizes } from './bulk.ts';
import { note } from './figures.ts';
import { CATEGORIAS, LADOS, MARCAS, MOTORES, PECAS, RARE, spread, VEICULOS } from './produtos.words.ts';

const TABLES = ['produtos', 'produto_deposito', 'movimentos_estoque'];

/**
 * Loads a catalogue of millions of produtos. It inserts many rows with each statement and with the triggers
 * off. So `historico` stays empty, and this function writes the sums of `contadores`. The indexes are built
 * at the end. The number of a produto and its empresa determine all its fields. Ids and dates rise together
 * over three years, as they do in production.
 */
export async function seedCatalogue(adminUrl: string, large: string, sizes: Sizes): Promise<void> {
  const [client, second] = [await connect(adminUrl), await connect(adminUrl)];
  const { rows: definitions } = await client.query<{ name: string; definition: string }>(
    `select i.indexname as name, i.indexdef as definition from pg_indexes i
     where i.tablename = any($1) and not exists (select from pg_constraint c where c.conname = i.indexname)`,
    [TABLES],
  );
  for (const { name } of definitions) await client.query(`drop index ${name}`);
  const others = await insertEmpresas(client, sizes.empresas);
  const began = performance.now();
  await load(client, [large], { ...LARGE, each: sizes.large });
  await client.query(
    `update produtos set nome = 'Vareta ${RARE} ' || sku where empresa_id = $1 and id in (
       select id from produtos where empresa_id = $1 and hashtext(sku) % 100000 = 7 limit 7)`,
    [large],
  );
  note(`large empresa written after ${seconds(began)} s`);
  const loadOthers = async (on: pg.Client) => {
    while (others.length > 0) await load(on, others.splice(0, 10), { ...SMALL, each: sizes.each });
  };
  await Promise.all([client, second].map(loadOthers));
  await second.end();
  note(`all written after ${seconds(began)} s`);
  await client.query(COUNTERS);
  await client.query("set maintenance_work_mem = '1GB'");
  for (const { definition } of definitions) await client.query(definition);
  note(`indexes built after ${seconds(began)} s`);
  await client.query('vacuum (analyze)');
  await client.end();
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query('set session_replication_role = replica');
  return client;
}

async function load(client: pg.Client, ids: string[], kind: Kind): Promise<void> {
  const { each, marcas, depositos, lines } = kind;
  const conhecidas = MARCAS.replace(/ \d+(?=,|$)/g, '').split(',');
  await client.query(REGISTERS, [ids, conhecidas, CATEGORIAS.split(','), marcas, depositos]);
  const lists = [PECAS, LADOS, VEICULOS, MOTORES, MARCAS].map(spread);
  // Each statement inserts at most a hundred thousand produtos, so that none becomes too large.
  for (let from = 1; from <= each; from += 100_000)
    await client.query(PRODUTOS, [ids, from, Math.min(each, from + 99_999), each, ...lists]);
  await client.query(LINKS, [ids]);
  await client.query(MOVIMENTOS, [ids, lines]);
}

interface Kind {
  /** Produtos of each empresa. */
  each: number;
  /** The number of marcas in addition to the well-known ones. */
  marcas: number;
  depositos: number;
  /** Movimentos for each deposito of a produto. */
  lines: number;
}
const LARGE: Omit<Kind, 'each'> = { marcas: 333, depositos: 6, lines: 3 };
const SMALL: Omit<Kind, 'each'> = { marcas: 0, depositos: 2, lines: 1 };

const seconds = (began: number) => Math.round((performance.now() - began) / 1000);

const REGISTERS = `
  with e as (select unnest($1::uuid[]) as id),
    a as (insert into marcas (empresa_id, user_id, nome) select id, id, m from e, unnest($2::text[]) m),
    b as (insert into marcas (empresa_id, user_id, nome) select id, id, 'Linha ' || substr(md5(n::text), 1, 6) from e, generate_series(1, $4::int) n),
    c as (insert into categorias (empresa_id, user_id, nome) select id, id, c from e, unnest($3::text[]) c),
    d as (insert into depositos (empresa_id, user_id, nome) select id, id, case n when 1 then 'Loja' else 'Galpão ' || n end from e, generate_series(1, $5::int) n)
  insert into fornecedores (empresa_id, user_id, nome, cpf_cnpj, email)
  select id, id, 'Distribuidora ' || n, lpad(n::text, 14, '0'), 'vendas' || n || '@exemplo.com.br' from e, generate_series(1, 20) n`;

/**
 * SQL for the last `count` decimal digits of a number. `h1` to `h4` are four 62-bit hashes of the produto's
 * number.
 */
const digits = (of: string, count: number) => `lpad(((${of}) % ${10 ** count})::text, ${count}, '0')`;
const letter = (of: string) => `chr(65 + ((${of}) % 26)::int)`;
const pick = (list: string, of: string) => `${list}[1 + ((${of}) % cardinality(${list}))::int]`;

/**
 * Each produto has five codes, as boxes print them: a GTIN, two part numbers of car makers, one of Bosch and
 * one of the part's own maker. In every fourth group of four consecutive produtos, all four share the first
 * car maker's number. The maker's own numbers come in pairs: the second is the first with the suffix A.
 */
const PRODUTOS = `
  with list as materialized (
    select $5::text[] as pecas, $6::text[] as lados, $7::text[] as veiculos, $8::text[] as motores),
  e as materialized (
    select e.id, hashtext(e.id::text)::bigint as seed,
      (select array_agg(m.id order by array_position($9::text[], m.nome), m.nome) from marcas m where m.empresa_id = e.id) as marcas,
      (select array_agg(w.id) from unnest($9::text[]) s (nome) join marcas w on w.empresa_id = e.id and w.nome = s.nome) as conhecidas,
      (select array_agg(c.id order by c.nome) from categorias c where c.empresa_id = e.id) as categorias,
      (select array_agg(f.id order by f.nome) from fornecedores f where f.empresa_id = e.id) as fornecedores
    from unnest($1::uuid[]) e (id))
  insert into produtos (empresa_id, id, user_id, nome, sku, categoria_id, marca_id, fornecedor_id, cod_referencia,
    custo_unitario, preco_venda, estoque_inicial, created_at)
  select e.id, uuidv7(age), e.id,
    peca || case when lado = '' then ' ' else ' ' || lado || ' ' end || ${pick('veiculos', 'h3')} || ' ' || ${pick('motores', 'h4')}
      || ' ' || 1990 + (h1 >> 20) % 36,
    upper(substr(normalize_text(peca), 1, 3)) || '-' || lpad(n::text, 6, '0'),
    ${pick('categorias', 'hashtext(peca)::bigint & 1048575')},
    case when h2 % 10 = 0 then ${pick('marcas', 'h2 >> 8')} else ${pick('conhecidas', 'h2 >> 8')} end,
    ${pick('fornecedores', 'h3 >> 30')},
    array[
      '789' || ${digits('h1', 10)},
      ${digits('o', 3)} || ' ' || ${digits('o >> 10', 3)} || ' ' || ${digits('o >> 20', 3)} || ' ' || ${letter('o >> 32')},
      ${digits('h3', 5)} || '-' || ${letter('h3 >> 18')} || ${letter('h3 >> 23')} || ${letter('h3 >> 28')} || ${letter('h3 >> 33')} || (h3 >> 40) % 10,
      '0 986 ' || ${letter('h4')} || ${letter('h4 >> 8')} || (h4 >> 16) % 10 || ' ' || ${digits('h4 >> 22', 3)},
      ${letter('f >> 12')} || ${letter('f >> 20')} || substr('-/. ', 1 + ((f >> 28) % 4)::int, 1) || ${digits('f >> 30', 6)} || case when n % 2 = 1 then 'A' else '' end],
    5 + (h1 % 90000) / 100.0, 9 + (h2 % 160000) / 100.0,
    case when h4 % 100 < 8 then 0 when h4 % 100 < 20 then 1 + h3 % 9 else 10 + h3 % 300 end,
    now() + age
  from list, e, generate_series($2::int, $3::int) n,
    lateral (select hashint8extended(n, seed) & 4611686018427387903 as h1, hashint8extended(n, seed + 7919) & 4611686018427387903 as h2,
      hashint8extended(n, seed + 15838) & 4611686018427387903 as h3, hashint8extended(n, seed + 23757) & 4611686018427387903 as h4,
      (n - $4::int) * (interval '94608000 seconds' / $4::int) as age) a,
    lateral (select ${pick('pecas', 'h1')} as peca, ${pick('lados', 'h2')} as lado,
      case when n / 4 % 4 = 0 then hashint8extended(n / 4, seed + 31676) & 4611686018427387903 else h1 # h4 end as o,
      hashint8extended(n / 2, seed + 39595) & 4611686018427387903 as f) b`;

/** Three in ten produtos have stock in a second deposito too. */
const LINKS = `
  with e as materialized (
    select e.id, (select array_agg(d.id order by d.nome desc) from depositos d where d.empresa_id = e.id) as depositos
    from unnest($1::uuid[]) e (id))
  insert into produto_deposito (empresa_id, id, user_id, produto_id, deposito_id, quantidade, minimo, ultima_movimentacao, created_at)
  select p.empresa_id, uuidv7(p.created_at - now() + interval '1 second'), p.user_id, p.id,
    depositos[1 + case when parte = 0 then 0 else 1 + (h >> 8) % (cardinality(depositos) - 1) end],
    case when not dois then p.estoque_inicial when parte = 0 then p.estoque_inicial - floor(p.estoque_inicial / 3) else floor(p.estoque_inicial / 3) end,
    case when h % 20 = 0 then h % 50 end,
    now() - (now() - p.created_at) * ((h >> 4) % 10007 / 20014.0), p.created_at
  from e join produtos p on p.empresa_id = e.id,
    lateral (select hashtext(p.sku) & 2147483647 as h) a,
    lateral (select h % 10 < 3 as dois) b,
    generate_series(0, dois::int) parte`;

/** The first movimento is an entrada of more than the present stock. The others are saidas of the surplus. */
const MOVIMENTOS = `
  insert into movimentos_estoque (empresa_id, id, chave, produto_id, deposito_id, tipo, delta, saldo, origem, lote, user_id, created_at)
  select d.empresa_id, uuidv7(em - now()), gen_random_uuid(), d.produto_id, d.deposito_id,
    case when k = 1 then 'entrada' else 'saida' end,
    case when k = 1 then d.quantidade + $2::int else -1 end, d.quantidade + $2::int - k + 1, 'manual', d.produto_id, d.user_id, em
  from produto_deposito d, generate_series(1, $2::int + 1) k,
    lateral (select d.ultima_movimentacao - ($2::int + 1 - k) * interval '9 days' as em) a
  where d.empresa_id = any($1) and k <= $2::int`;

const COUNTERS = `
  insert into contadores (empresa_id, nome, delta)
  select empresa_id, unnest(array['produtos', 'produtos.valor', 'produtos.estoque', 'produtos.zerados', 'produtos.baixos']),
    unnest(array[count(*), sum(custo_unitario * estoque_inicial), sum(estoque_inicial), count(*) filter (where estoque_inicial = 0),
      count(*) filter (where estoque_inicial > 0 and estoque_inicial < 10)])
  from produtos group by empresa_id
  union all
  select empresa_id, 'inventario.' || situacao, count(*) from produto_deposito group by 1, 2`;
