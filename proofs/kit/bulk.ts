import pg from 'pg';

export interface Sizes {
  /** Records of the one large empresa. */
  large: number;
  empresas: number;
  /** Records of each other empresa. */
  each: number;
}

/**
 * Loads hundreds of thousands of records. `insert` writes many rows with each statement and with the triggers
 * off. So `historico` stays empty, and this function writes the totals of `contadores`. `mark` then changes a
 * few records of the large empresa, so that a search for them finds few rows. The indexes are built once at
 * the end, which is faster than maintaining them row by row. Returns the ids of the other empresas.
 */
export async function loadInBulk(
  adminUrl: string,
  { table, large, sizes }: { table: string; large: string; sizes: Sizes },
  insert: (client: pg.Client, empresas: readonly string[], each: number) => Promise<unknown>,
  mark: (client: pg.Client) => Promise<unknown>,
): Promise<string[]> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  const { rows: definitions } = await client.query<{ name: string; definition: string }>(
    'select indexname as name, indexdef as definition from pg_indexes where tablename = $1 and indexname <> $2',
    [table, `${table}_pkey`],
  );
  for (const { name } of definitions) await client.query(`drop index ${name}`);
  await client.query('set session_replication_role = replica');
  const others = await insertEmpresas(client, sizes.empresas);
  await insert(client, [large], sizes.large);
  await insert(client, others, sizes.each);
  await mark(client);
  await client.query(
    `insert into contadores (empresa_id, nome, delta) select empresa_id, '${table}', count(*) from ${table} group by 1`,
  );
  await client.query("set maintenance_work_mem = '256MB'");
  for (const { definition } of definitions) await client.query(definition);
  await client.query(`vacuum (analyze) ${table}, contadores, empresas`);
  await client.end();
  return others;
}

export async function insertEmpresas(client: pg.Client, count: number): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `insert into empresas (nome) select 'Empresa ' || n from generate_series(1, $1) n returning id`,
    [count],
  );
  return rows.map(({ id }) => id);
}
