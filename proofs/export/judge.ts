import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';

/** One side of the comparison: a database, an empresa in it, and the folder of its objects. */
export interface Side {
  admin: pg.Pool;
  empresaId: string;
  store: string;
}

/** The columns to compare, written apart from the layout of the product. Photos are compared by their ids. */
const ADDRESS = `array(select substring(u from '[0-9a-f-]{36}(?=\\.webp$)') from unnest(fotos) u)`;
const COLUMNS: Readonly<Record<string, string>> = {
  marcas: 'id, nome, descricao, logo_arquivo_id, versao, created_at',
  categorias: 'id, nome, descricao, parent_id, versao, created_at',
  fornecedores:
    'id, nome, cpf_cnpj, email, telefone, cep, endereco, numero, complemento, bairro, cidade, estado, versao, created_at',
  clientes:
    'id, nome, nome_fantasia, cpf_cnpj, inscricao_estadual, email, cep, endereco, cidade, estado, versao, created_at',
  vendedores: 'id, nome, cpf, email, comissao, cep, endereco, cidade, estado, versao, created_at',
  depositos: 'id, nome, descricao, ativo, cep, endereco, cidade, estado, versao, created_at',
  produtos: `id, nome, sku, categoria_id, marca_id, fornecedor_id, cod_referencia, custo_unitario, preco_venda, estoque_inicial,
    versao, created_at, ${ADDRESS}`,
  produto_deposito:
    'id, produto_id, deposito_id, quantidade, minimo, ultima_movimentacao, versao, created_at',
  movimentos_estoque:
    'id, chave, produto_id, deposito_id, tipo, delta, saldo, motivo, origem, lote, created_at',
  historico: `id, lote, tabela, registro_id, operacao, created_at, (depois - array['empresa_id', 'user_id', 'fotos'])::text`,
  arquivos: 'id, tipo',
};

/** The history that the restauracao itself wrote is newer than every line of the file. */
const WHERE: Readonly<Record<string, string>> = { historico: 'and created_at < $2' };

/** Compares two empresas by a hash of each row, and the photos by their bytes. Returns the differences. */
export async function compare(
  a: Side,
  b: Side,
  corte: string,
): Promise<{ findings: string[]; rows: number; photos: number }> {
  const findings: string[] = [];
  let rows = 0;
  for (const [table, columns] of Object.entries(COLUMNS)) {
    const [left, right] = await Promise.all([a, b].map((side) => hashes(side, table, { columns, corte })));
    if (!left || !right) continue;
    rows += left.size;
    for (const [id, hash] of left) {
      if (!right.has(id)) findings.push(`${table}: ${id} was lost`);
      else if (right.get(id) !== hash) findings.push(`${table}: ${id} differs`);
      right.delete(id);
    }
    for (const id of right.keys()) findings.push(`${table}: ${id} was added`);
  }
  const { rows: photos } = await a.admin.query<{ id: string }>(
    'select id from arquivos where empresa_id = $1',
    [a.empresaId],
  );
  for (const { id } of photos) {
    const [left, right] = await Promise.all(
      [a, b].map(({ store, empresaId }) =>
        readFile(join(store, 'publico', empresaId, `${id}.webp`)).catch(() => null),
      ),
    );
    if (!left || !right?.equals(left)) findings.push(`photo ${id} differs`);
  }
  return { findings, rows, photos: photos.length };
}

async function hashes(
  { admin, empresaId }: Side,
  table: string,
  { columns, corte }: { columns: string; corte: string },
): Promise<Map<string, string>> {
  const { rows } = await admin.query<{ id: string; hash: string }>({
    text: `select id::text, md5(row(${columns})::text) as hash from ${table} where empresa_id = $1 ${WHERE[table] ?? ''}`,
    values: WHERE[table] ? [empresaId, corte] : [empresaId],
  });
  return new Map(rows.map(({ id, hash }) => [id, hash]));
}
