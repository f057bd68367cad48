import type { NovaRestauracao, Restauracao } from '@prumo/contract/restauracoes.ts';
import type { Database } from '#platform/db/db.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';

export type Contagem = Record<string, { feitos: number; total: number; ordem: number }>;

const COLUMNS = `x.id, x.situacao, x.nome, x.bytes::float8 as bytes, x.pedacos, x.aviso, x.created_at, x.concluida_em,
  coalesce((select jsonb_agg(jsonb_build_object('tabela', c.key, 'feitos', c.value -> 'feitos', 'total', c.value -> 'total')
    order by (c.value ->> 'ordem')::int) from jsonb_each(x.contagem) c), '[]') as tabelas`;

export async function selectUltima(tx: TenantDb): Promise<Restauracao | undefined> {
  const [row] = await tx.query<Restauracao>(
    `select ${COLUMNS} from restauracoes x where x.empresa_id = $1 order by x.id desc limit 1`,
  );
  return row;
}

export async function selectRestauracao(tx: TenantDb, id: string): Promise<Restauracao | undefined> {
  const [row] = await tx.query<Restauracao>(
    `select ${COLUMNS} from restauracoes x where x.empresa_id = $1 and x.id = $2`,
    [id],
  );
  return row;
}

/** The tables that a restauracao writes. An empresa is empty without a row of them and without their history. */
const WRITTEN = [
  ...['marcas', 'categorias', 'fornecedores', 'clientes', 'vendedores', 'depositos', 'produtos'],
  ...['produto_deposito', 'movimentos_estoque', 'anuncios'],
];

export async function isEmpresaEmpty(tx: TenantDb): Promise<boolean> {
  const rows = WRITTEN.map((table) => `exists (select from ${table} where empresa_id = $1)`);
  const [row] = await tx.query<{ vazia: boolean }>(
    `select not (${rows.join(' or ')} or exists (
       select from historico where empresa_id = $1 and tabela = any ($2))) as vazia`,
    [WRITTEN],
  );
  return row?.vazia ?? false;
}

export async function insertRestauracao(tx: TenantDb, { nome, bytes }: NovaRestauracao) {
  const [row] = await tx.query<{ id: string }>(
    `insert into restauracoes (empresa_id, user_id, nome, bytes) values ($1, $2, $3, $4)
     on conflict (empresa_id) where situacao in ('enviando', 'conferindo', 'restaurando') do nothing returning id`,
    [tx.userId, nome, bytes],
  );
  return row?.id;
}

export async function insertPedaco(tx: TenantDb, id: string, pedaco: { numero: number; bytes: number }) {
  const [row] = await tx.query<{ id: string }>(
    'insert into restauracao_pedacos (empresa_id, restauracao_id, numero, bytes) values ($1, $2, $3, $4) returning id',
    [id, pedaco.numero, pedaco.bytes],
  );
  return (row as { id: string }).id;
}

/** Counts a stored piece. Does nothing when the same piece has arrived twice. */
export async function completePedaco(tx: TenantDb, id: string, pedaco: { id: string; numero: number }) {
  const rows = await tx.query(
    `update restauracoes set pedacos = pedacos + 1, progresso_em = now()
     where empresa_id = $1 and id = $2 and situacao = 'enviando' and pedacos = $3 returning id`,
    [id, pedaco.numero],
  );
  if (rows.length > 0)
    await tx.query('update restauracao_pedacos set guardado = true where empresa_id = $1 and id = $2', [
      pedaco.id,
    ]);
}

export async function changeSituacao(
  tx: TenantDb,
  id: string,
  { from, to, aviso = null }: { from: readonly string[]; to: string; aviso?: string | null },
): Promise<boolean> {
  const rows = await tx.query(
    `update restauracoes set situacao = $4, aviso = $5, progresso_em = now(),
       concluida_em = case when $4 = 'concluida' then now() end
     where empresa_id = $1 and id = $2 and situacao = any ($3) returning id`,
    [id, from, to, aviso],
  );
  return rows.length > 0;
}

export interface HeldRestauracao {
  user_id: string;
  situacao: 'conferindo' | 'restaurando';
  bytes: number;
  membro: number;
  linha: number;
  contagem: Contagem;
}

export async function selectHeld(tx: TenantDb, id: string): Promise<HeldRestauracao | undefined> {
  const [row] = await tx.query<HeldRestauracao>(
    `select user_id, situacao, bytes::float8 as bytes, membro, linha, contagem from restauracoes
     where empresa_id = $1 and id = $2 and situacao in ('conferindo', 'restaurando')`,
    [id],
  );
  return row;
}

export interface Move {
  from: Pick<HeldRestauracao, 'situacao' | 'membro' | 'linha'>;
  to: Pick<HeldRestauracao, 'membro' | 'linha'> & { situacao: string };
  contagem: Contagem;
}

/** Moves the position. Returns false when the restauracao has ended or another worker is ahead. */
export async function movePosition(tx: TenantDb, id: string, { from, to, contagem }: Move): Promise<boolean> {
  const rows = await tx.query(
    `update restauracoes set situacao = $6, membro = $7, linha = $8, contagem = $9::jsonb, progresso_em = now(), aviso = null
     where empresa_id = $1 and id = $2 and situacao = $3 and membro = $4 and linha = $5 returning id`,
    [id, from.situacao, from.membro, from.linha, to.situacao, to.membro, to.linha, JSON.stringify(contagem)],
  );
  return rows.length > 0;
}

export const selectPedacos = (tx: TenantDb, id: string) =>
  tx.query<{ id: string; numero: number }>(
    `select id, numero from restauracao_pedacos where empresa_id = $1 and restauracao_id = $2 and guardado order by numero`,
    [id],
  );

export const selectVencidas = (db: Database, limit: number) =>
  db.global<{ empresa_id: string; restauracao_id: string }>(
    'select empresa_id, restauracao_id from restauracoes_vencidas($1)',
    [limit],
  );

export const selectStored = (tx: TenantDb, id: string, limit: number) =>
  tx.query<{ id: string }>(
    'select id from restauracao_pedacos where empresa_id = $1 and restauracao_id = $2 order by numero limit $3',
    [id, limit],
  );

export const deletePedacos = (tx: TenantDb, ids: readonly string[]) =>
  tx.query('delete from restauracao_pedacos where empresa_id = $1 and id = any ($2::uuid[])', [ids]);

export const markRemoved = (tx: TenantDb, id: string) =>
  tx.query(
    `update restauracoes set removida_em = now(),
       aviso = case when situacao in ('enviando', 'conferindo') then 'O envio parou por um dia. Comece de novo.'
         when situacao = 'restaurando' then 'A restauração parou. Crie outra empresa e restaure nela.' else aviso end,
       situacao = case when situacao in ('enviando', 'conferindo') then 'cancelada' when situacao = 'restaurando' then 'falhou'
         else situacao end
     where empresa_id = $1 and id = $2`,
    [id],
  );

/** Whether the empresa waits for its deletion. Its dono may still export, and the jobs of a restauracao are refused. */
export async function isLeaving(tx: TenantDb): Promise<boolean> {
  const [row] = await tx.query<{ leaving: boolean }>(
    "select has_right('em_exclusao') as leaving where $1::uuid is not null",
  );
  return row?.leaving ?? false;
}
