import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import pg from 'pg';
import sharp from 'sharp';

export interface Size {
  produtos: number;
  fotos: number;
}

const BATCH = 50_000;

/**
 * Fills an empresa with produtos, two lines of the ledger each, a history, and photos. The triggers are off, so this
 * function writes what they would write.
 */
export async function seed(
  url: string,
  { empresaId, userId, store, size }: { empresaId: string; userId: string; store: string; size: Size },
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
  const deposito = await one(
    "insert into depositos (empresa_id, user_id, nome) values ($1, $2, 'Loja') returning id",
  );
  const fornecedor = await one(
    "insert into fornecedores (empresa_id, user_id, nome, cpf_cnpj, email) values ($1, $2, '=SOMA(1;2)', '11222333000181', 'a@b.com') returning id",
  );
  const definitions = await dropIndexes(client);
  for (let from = 1; from <= size.produtos; from += BATCH) {
    const upTo = Math.min(size.produtos, from + BATCH - 1);
    await client.query(
      `with made as (
         insert into produtos (empresa_id, user_id, nome, sku, categoria_id, marca_id, fornecedor_id, cod_referencia,
           custo_unitario, preco_venda, estoque_inicial)
         select $1, $2, 'Peça "' || n || '"; nº ' || n, 'SKU-' || n, $3, $4, $5, array['C' || n, '-' || n], n % 900 + 0.37,
           n % 2000 + 0.05, n % 50
         from generate_series($7::int, $8::int) n returning empresa_id, id, sku, estoque_inicial as e, to_jsonb(produtos) as registro),
       entradas as (
         insert into movimentos_estoque (empresa_id, chave, produto_id, deposito_id, tipo, delta, saldo, motivo, origem, lote,
           user_id, created_at)
         select $1, gen_random_uuid(), id, $6, 'entrada', e + 3.25, e + 3.25, null, 'manual', gen_random_uuid(), $2,
           now() - interval '2 days' from made),
       ajustes as (
         insert into movimentos_estoque (empresa_id, chave, produto_id, deposito_id, tipo, delta, saldo, motivo, origem, lote,
           user_id, created_at)
         select $1, gen_random_uuid(), id, $6, 'ajuste', -3.25, e, 'contagem de ' || sku, 'manual', gen_random_uuid(), $2,
           now() - interval '1 day' from made),
       saldos as (
         insert into produto_deposito (empresa_id, user_id, produto_id, deposito_id, quantidade, ultima_movimentacao)
         select $1, $2, id, $6, e, now() - interval '1 day' from made)
       insert into historico (empresa_id, lote, tabela, registro_id, operacao, depois, user_id)
       select $1, gen_random_uuid(), 'produtos', id, 'I',
         registro - array['estoque_inicial', 'reservado', 'nome_ordem', 'sku_ordem', 'preco_ordem', 'codigos', 'chaves'], $2 from made`,
      [...own, categoria, marca, fornecedor, deposito, from, upTo],
    );
  }
  await client.query("set maintenance_work_mem = '1GB'");
  for (const definition of definitions) await client.query(definition);
  await seedPhotos(client, { empresaId, userId, store, count: size.fotos });
  await client.query('analyze');
  await client.end();
}

/** Drops the indexes of the produtos, which are faster to build once at the end. Returns their definitions. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexname as name, i.indexdef as definition from pg_indexes i
     where i.tablename in ('produtos', 'produto_deposito')
       and not exists (select from pg_constraint c where c.conname = i.indexname)`,
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

async function seedPhotos(
  client: pg.Client,
  { empresaId, userId, store, count }: { empresaId: string; userId: string; store: string; count: number },
): Promise<void> {
  const { rows } = await client.query(
    `with chosen as (select id, row_number() over (order by id) as n from produtos where empresa_id = $1 order by id limit $3),
     made as (
       insert into arquivos (empresa_id, user_id, tipo, largura, altura, bytes)
       select $1, $2, 'foto', 64, 64, 500 from chosen returning id),
     pairs as (
       select c.id as produto_id, m.id from chosen c
       join (select id, row_number() over (order by id) as n from made) m on m.n = c.n),
     shown as (
       insert into produto_fotos (empresa_id, produto_id, arquivo_id) select $1, produto_id, id from pairs)
     select produto_id, id from pairs`,
    [empresaId, userId, count],
  );
  await client.query(
    `update produtos p set fotos = array['http://media.test/publico/' || $1 || '/' || f.arquivo_id || '.webp']
     from produto_fotos f where f.empresa_id = $1::uuid and p.empresa_id = $1::uuid and p.id = f.produto_id`,
    [empresaId],
  );
  await mkdir(dirname(join(store, 'publico', empresaId, 'x')), { recursive: true });
  for (const [n, { id }] of rows.entries()) {
    const background = { r: n % 256, g: (n >> 8) % 256, b: 99 };
    const picture = sharp({ create: { width: 64, height: 64 + (n % 7), channels: 3, background } });
    await writeFile(join(store, 'publico', empresaId, `${id}.webp`), await picture.webp().toBuffer());
  }
}
