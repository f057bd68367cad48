import type { TenantDb } from '#platform/db/tenant-db.ts';

export type Registro = Record<string, unknown>;

const insertSql = (tabela: string, colunas: readonly string[], extra: Record<string, string> = {}) =>
  `insert into ${tabela} (empresa_id, ${[...colunas, ...Object.keys(extra)].join(', ')})
   select $1, ${[...colunas.map((name) => `r.${name}`), ...Object.values(extra)].join(', ')}
   from jsonb_populate_recordset(null::${tabela}, $2::jsonb) r`;

/** The stock of a produto is the sum of its ledger, which is restored before the produtos. */
const ESTOQUE = {
  estoque_inicial: `coalesce((
     select sum(m.delta) from movimentos_estoque m where m.empresa_id = $1 and m.produto_id = r.id), 0)`,
};

/** Inserts rows of a table, whose names and columns come from the layout. */
export const insertRegistros = (
  tx: TenantDb,
  tabela: string,
  { colunas, registros }: { colunas: readonly string[]; registros: readonly Registro[] },
) => tx.query(insertSql(tabela, colunas, tabela === 'produtos' ? ESTOQUE : {}), [JSON.stringify(registros)]);

/** Counts the rows of produto_deposito whose quantity is neither the sum of the ledger nor its last saldo. */
export async function countDisagreeing(tx: TenantDb, registros: readonly Registro[]): Promise<number> {
  const [row] = await tx.query<{ n: number }>(
    `select count(*)::int as n from jsonb_populate_recordset(null::produto_deposito, $2::jsonb) r
     left join lateral (
       select sum(m.delta) as soma, (array_agg(m.saldo order by m.created_at desc))[1] as saldo from movimentos_estoque m
       where m.empresa_id = $1 and m.produto_id = r.produto_id and m.deposito_id = r.deposito_id) l on true
     where r.quantidade <> coalesce(l.soma, 0) or r.quantidade <> coalesce(l.saldo, 0)`,
    [JSON.stringify(registros)],
  );
  return row?.n ?? 0;
}

export const insertAutores = (tx: TenantDb, autores: readonly { id: string; nome: string }[]) =>
  tx.query(
    `insert into autores (empresa_id, id, nome)
     select $1, r.id, left(r.nome, 300) from jsonb_to_recordset($2::jsonb) r (id uuid, nome text)
     on conflict (empresa_id, id) do nothing`,
    [JSON.stringify(autores)],
  );

export interface NewArquivo {
  id: string;
  tipo: string;
  largura: number;
  altura: number;
  bytes: number;
}

/** Counts the images before they are stored. A repetition after a kill finds them. */
export const insertArquivosOnce = (tx: TenantDb, arquivos: readonly NewArquivo[]) =>
  tx.query(
    `insert into arquivos (empresa_id, user_id, id, tipo, largura, altura, bytes)
     select $1, $2, r.id, r.tipo, r.largura, r.altura, r.bytes
     from jsonb_to_recordset($3::jsonb) r (id uuid, tipo text, largura integer, altura integer, bytes integer)
     on conflict (empresa_id, id) do nothing`,
    [tx.userId, JSON.stringify(arquivos)],
  );
