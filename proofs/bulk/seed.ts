import pg from 'pg';

/**
 * Fills an empresa with produtos whose prices go from R$ 0,01 to R$ 2.000,00, so that every rounding and the refusal of
 * a negative price occur. The triggers are off, so the history begins with the bulk change.
 */
export async function seed(
  url: string,
  { empresaId, userId, produtos }: { empresaId: string; userId: string; produtos: number },
): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('set session_replication_role = replica');
  const own = [empresaId, userId];
  const one = async (text: string) => String((await client.query(text, own)).rows[0].id);
  const marca = await one(
    "insert into marcas (empresa_id, user_id, nome) values ($1, $2, 'Aurora') returning id",
  );
  const categoria = await one(
    "insert into categorias (empresa_id, user_id, nome) values ($1, $2, 'Motor') returning id",
  );
  const fornecedor = await one(
    `insert into fornecedores (empresa_id, user_id, nome, cpf_cnpj, email)
     values ($1, $2, 'Sul', '11222333000181', 'a@b.com') returning id`,
  );
  await client.query(
    `insert into produtos (empresa_id, user_id, nome, sku, categoria_id, marca_id, fornecedor_id, cod_referencia,
       custo_unitario, preco_venda)
     select $1, $2, 'Peça número ' || n, 'SKU-' || n, $3, $4, $5, array['C' || n], n % 900 + 0.37,
       ((n * 7919::bigint) % 200000 + 1) / 100.0
     from generate_series(1, $6::int) n`,
    [...own, categoria, marca, fornecedor, produtos],
  );
  await client.query('vacuum (analyze)');
  await client.end();
}
