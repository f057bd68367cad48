import { Amostra, type ColunaDoArquivo } from '@prumo/contract/lotes.ts';
import { hiddenOf, visible } from '#platform/db/field-rights.ts';
import { columnsOf } from '#platform/db/list.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';

/** The columns of a produto that a lote changes by arithmetic. */
export type Preco = 'preco_venda' | 'custo_unitario';

/** Locks the produtos in the order of their ids, as every change of several produtos does, and reads an amount. */
export const lockPrecos = (tx: TenantDb, ids: readonly string[], column: Preco) =>
  tx.query<{ id: string; valor: string }>(
    `select id, ${column}::text as valor from produtos where empresa_id = $1 and id = any ($2::uuid[])
     order by id for no key update`,
    [ids],
  );

/**
 * Names the ids twice: a generic plan may underestimate the produtos of the empresa, and would then compare each of them
 * with each change.
 */
export const updatePrecos = (
  tx: TenantDb,
  column: Preco,
  changes: readonly { id: string; valor: string }[],
) =>
  tx.query(
    `update produtos p set ${column} = r.valor, versao = p.versao + 1
     from unnest($2::uuid[], $3::numeric[]) r (id, valor)
     where p.empresa_id = $1 and p.id = any ($2::uuid[]) and p.id = r.id`,
    [changes.map(({ id }) => id), changes.map(({ valor }) => valor)],
  );

/** The registers to which a produto refers, by the column of the reference. */
export const REGISTERS = {
  marca_id: 'marcas',
  categoria_id: 'categorias',
  fornecedor_id: 'fornecedores',
} as const;
export type Reference = keyof typeof REGISTERS;

/** Whether the record exists, and keeps it until the end of the transaction. */
export async function keepRecord(tx: TenantDb, table: string, id: string): Promise<boolean> {
  const rows = await tx.query(`select id from ${table} where empresa_id = $1 and id = $2 for key share`, [
    id,
  ]);
  return rows.length > 0;
}

/** Points produtos to another record. Returns those that pointed to a different one. */
export const updateReference = (tx: TenantDb, ids: readonly string[], column: Reference, to: string) =>
  tx.query<{ id: string }>(
    `update produtos set ${column} = $3, versao = versao + 1
     where empresa_id = $1 and id = any ($2::uuid[]) and ${column} <> $3 returning id`,
    [ids, to],
  );

/** Those of the produtos that are in the deposito. */
export const selectIn = (tx: TenantDb, ids: readonly string[], depositoId: string) =>
  tx.query<{ produto_id: string }>(
    'select produto_id from produto_deposito where empresa_id = $1 and produto_id = any ($2::uuid[]) and deposito_id = $3',
    [ids, depositoId],
  );

export const updateMinimos = (
  tx: TenantDb,
  ids: readonly string[],
  { deposito_id, minimo }: { deposito_id: string; minimo: string | null },
) =>
  tx.query(
    `update produto_deposito set minimo = $4, versao = versao + 1
     where empresa_id = $1 and produto_id = any ($2::uuid[]) and deposito_id = $3 and minimo is distinct from $4 returning id`,
    [ids, deposito_id, minimo],
  );

export const deleteProdutos = (tx: TenantDb, ids: readonly string[]) =>
  tx.query<{ fotos: string[] }>(
    'delete from produtos where empresa_id = $1 and id = any ($2::uuid[]) returning fotos',
    [ids],
  );

/** The deletion of each of these produtos, if it is their last change and not too old. */
export const selectDeletions = (tx: TenantDb, ids: readonly string[], days: number) =>
  tx.query<{ produto_id: string; lote: string; de: string; ate: string }>(
    `select i.id as produto_id, h.lote, first_uuid_of(h.created_at - interval '1 second') as de, h.id as ate
     from unnest($2::uuid[]) i (id)
     cross join lateral (
       select * from historico h where h.empresa_id = $1 and h.tabela = 'produtos' and h.registro_id = i.id
       order by h.id desc limit 1) h
     where h.operacao = 'D' and h.created_at > now() - make_interval(days => $3)`,
    [ids, days],
  );

/** The part of an update that a lote has made, with the state of its produto now. */
export interface Updated {
  produto_id: string;
  existe: boolean;
  /** Whether the produto is still as the lote left it. */
  igual: boolean;
}

/** Compares the produtos with what a lote has made of them. The caller has locked the produtos. */
export const compareUpdates = (tx: TenantDb, changeIds: readonly string[]) =>
  tx.query<Updated>(
    `select h.registro_id as produto_id, p.id is not null as existe, coalesce(to_jsonb(p) @> h.depois, false) as igual
     from unnest($2::uuid[]) c (id)
     cross join lateral (select * from historico h where h.empresa_id = $1 and h.id = c.id offset 0) h
     left join lateral (select * from produtos r where r.empresa_id = $1 and r.id = h.registro_id offset 0) p on true`,
    [changeIds],
  );

/** The columns of a produto that a lote can change. None of them is null. */
const REVERTED = [
  ['preco_venda', 'numeric'],
  ['custo_unitario', 'numeric'],
  ['marca_id', 'uuid'],
  ['categoria_id', 'uuid'],
  ['fornecedor_id', 'uuid'],
] as const;
const before = (name: string, type: string) => `coalesce((h.antes ->> '${name}')::${type}, p.${name})`;

/**
 * Gives produtos back the values from before these changes. Only columns that a lote can change are written. A change
 * may have recorded only the columns that it changed (ADR 0104). Names the produtos as `updatePrecos` does.
 */
export const revertUpdates = (tx: TenantDb, changes: readonly { id: string; registro_id: string }[]) =>
  tx.query(
    `with h as materialized (
       select h.registro_id, h.antes from unnest($2::uuid[]) c (id)
       cross join lateral (select * from historico h where h.empresa_id = $1 and h.id = c.id offset 0) h)
     update produtos p set ${REVERTED.map(([name, type]) => `${name} = ${before(name, type)}`).join(', ')},
       versao = p.versao + 1
     from h where p.empresa_id = $1 and p.id = any ($3::uuid[]) and p.id = h.registro_id`,
    [changes.map(({ id }) => id), changes.map(({ registro_id }) => registro_id)],
  );

/** The name and SKU of each produto, also of a deleted one. */
export const selectNomes = (tx: TenantDb, ids: readonly string[]) =>
  tx.query<{ id: string; nome: string | null; sku: string | null }>(
    `select i.id, coalesce(p.nome, h.registro ->> 'nome') as nome, coalesce(p.sku, h.registro ->> 'sku') as sku
     from unnest($2::uuid[]) i (id)
     left join lateral (select * from produtos r where r.empresa_id = $1 and r.id = i.id offset 0) p on true
     left join lateral (
       select coalesce(h.depois, h.antes) as registro from historico h
       where h.empresa_id = $1 and h.tabela = 'produtos' and h.registro_id = i.id order by h.id desc limit 1) h on p.id is null`,
    [ids],
  );

const nomeIn = (table: string, column: string) =>
  `(select r.nome from ${table} r where r.empresa_id = $1 and r.id = t.${column})`;

/** Reads produtos in the order of these ids. */
const EACH = `from unnest($2::uuid[]) with ordinality i (id, n)
  cross join lateral (select * from produtos r where r.empresa_id = $1 and r.id = i.id offset 0) t`;

export async function selectAmostra(tx: TenantDb, ids: readonly string[]): Promise<Amostra[]> {
  const rows = await tx.query<Amostra & { ocultos: string[] }>(
    `select t.id, t.nome, t.sku, t.preco_venda::text, t.custo_unitario::text, ${nomeIn('marcas', 'marca_id')} as marca_nome,
       ${nomeIn('categorias', 'categoria_id')} as categoria_nome, ${nomeIn('fornecedores', 'fornecedor_id')} as fornecedor_nome,
       ${hiddenOf(columnsOf(Amostra))} as ocultos
     ${EACH} order by i.n`,
    [ids],
  );
  return rows.map(visible);
}

/** The text of each column of the file. Decimals have a comma, as Portuguese spreadsheets read them. */
const CELLS: Readonly<Record<ColunaDoArquivo, string>> = {
  sku: 't.sku',
  cod_referencia: "array_to_string(t.cod_referencia, ', ')",
  nome: 't.nome',
  marca: nomeIn('marcas', 'marca_id'),
  categoria: nomeIn('categorias', 'categoria_id'),
  fornecedor: nomeIn('fornecedores', 'fornecedor_id'),
  estoque: "replace(t.estoque_inicial::text, '.', ',')",
  preco_venda: "replace(t.preco_venda::text, '.', ',')",
  custo_unitario:
    "case when (select has_right('ver_custo')) then replace(t.custo_unitario::text, '.', ',') else '' end",
  created_at: "to_char(t.created_at at time zone 'America/Sao_Paulo', 'DD/MM/YYYY')",
};

export const selectLinhas = (tx: TenantDb, ids: readonly string[], colunas: readonly ColunaDoArquivo[]) =>
  tx.query<{ celulas: string[] }>(
    `select array[${colunas.map((name) => CELLS[name]).join(', ')}]::text[] as celulas ${EACH} order by i.n`,
    [ids],
  );
