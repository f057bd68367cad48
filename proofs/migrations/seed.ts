import pg from 'pg';
import { note } from '../kit/figures.ts';
import type { Product } from '../kit/product.ts';

/** An empresa with its person and the ids that the load needs. */
export interface Shop {
  empresaId: string;
  cookie: string;
  marca_id: string;
  categoria_id: string;
  fornecedor_id: string;
  deposito_id: string;
  /** Some produtos of the empresa, spread over the table. */
  produtos: string[];
}

const SAMPLE = 200;

/**
 * Fills empresas with produtos. The triggers are off, and the indexes are built at the end, because both are faster. The
 * statistics and the visibility map are those of a table that autovacuum has seen.
 */
export async function seed(product: Product, empresas: number, produtos: number): Promise<Shop[]> {
  const began = performance.now();
  const said = (what: string) => note(`${what} after ${Math.round((performance.now() - began) / 1000)} s`);
  const client = new pg.Client({ connectionString: product.postgres.url(product.database) });
  await client.connect();
  await client.query('set session_replication_role = replica');
  await client.query("set maintenance_work_mem = '1GB'");
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select i.indexname as name, i.indexdef as definition from pg_indexes i
     where i.tablename = 'produtos' and not exists (select from pg_constraint c where c.conname = i.indexname)`,
  );
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  const shops: Shop[] = [];
  for (let n = 0; n < empresas; n++)
    shops.push(await aShop(product, client, Math.round(produtos / empresas)));
  said('produtos written');
  for (const { definition } of indexes) await client.query(definition);
  said('indexes built');
  await client.query('vacuum (analyze)');
  await client.end();
  said('table vacuumed');
  return shops;
}

async function aShop(product: Product, client: pg.Client, produtos: number): Promise<Shop> {
  const { empresaId, userId, cookie } = await product.anOperator();
  const own = [empresaId, userId];
  const one = async (text: string) => String((await client.query(text, own)).rows[0].id);
  const marca_id = await one(
    "insert into marcas (empresa_id, user_id, nome) values ($1, $2, 'Aurora') returning id",
  );
  const categoria_id = await one(
    "insert into categorias (empresa_id, user_id, nome) values ($1, $2, 'Motor') returning id",
  );
  const fornecedor_id = await one(
    `insert into fornecedores (empresa_id, user_id, nome, cpf_cnpj, email)
     values ($1, $2, 'Sul', '11222333000181', 'a@b.com') returning id`,
  );
  const deposito_id = await one(
    "insert into depositos (empresa_id, user_id, nome) values ($1, $2, 'Loja') returning id",
  );
  const CHUNK = 100_000;
  for (let from = 1; from <= produtos; from += CHUNK)
    await client.query(
      `insert into produtos (empresa_id, user_id, nome, sku, categoria_id, marca_id, fornecedor_id, cod_referencia,
         custo_unitario, preco_venda)
       select $1, $2, 'Peça ' || md5(n::text), 'SKU-' || n, $3, $4, $5, array['C' || n], n % 900 + 0.37,
         ((n * 7919::bigint) % 200000 + 1) / 100.0
       from generate_series($6::int, $7::int) n`,
      [...own, categoria_id, marca_id, fornecedor_id, from, Math.min(produtos, from + CHUNK - 1)],
    );
  await client.query("insert into contadores (empresa_id, nome, delta) values ($1, 'produtos', $2)", [
    ...[empresaId, produtos],
  ]);
  const { rows } = await client.query<{ id: string }>(
    `select id from produtos where empresa_id = $1 and sku = any (select 'SKU-' || 1 + n * $2::int / ${SAMPLE}
       from generate_series(0, ${SAMPLE - 1}) n)`,
    [empresaId, produtos],
  );
  const sample = rows.map(({ id }) => id);
  return { empresaId, cookie, marca_id, categoria_id, fornecedor_id, deposito_id, produtos: sample };
}
