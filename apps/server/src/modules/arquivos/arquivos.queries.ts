import type { TenantDb } from '#platform/db/tenant-db.ts';

interface NewArquivo {
  id: string;
  tipo: 'logo' | 'foto';
  largura: number;
  altura: number;
  bytes: number;
}

export const insertArquivo = (tx: TenantDb, arquivo: NewArquivo) =>
  tx.insertInto('arquivos', { ...arquivo, user_id: tx.userId }).execute();

export const insertArquivos = (tx: TenantDb, arquivos: readonly NewArquivo[]) =>
  tx.query(
    `insert into arquivos (empresa_id, user_id, id, tipo, largura, altura, bytes)
     select $1, $2, r.id, r.tipo, r.largura, r.altura, r.bytes
     from jsonb_to_recordset($3::jsonb) r (id uuid, tipo text, largura integer, altura integer, bytes integer)`,
    [tx.userId, JSON.stringify(arquivos)],
  );

export const selectArquivo = (tx: TenantDb, id: string) =>
  tx.selectFrom('arquivos').select(['id', 'tipo', 'lixeira_desde']).where('id', '=', id).executeTakeFirst();

/** Returns a uuidv7, which contains its time of creation and a random part. */
export async function newOrderedId(tx: TenantDb): Promise<string> {
  const [row] = (await tx.raw('select uuidv7() as id')) as [{ id: string }];
  return row.id;
}

export const selectFotos = (tx: TenantDb, ids: readonly string[]) =>
  tx.query<{ id: string }>(
    "select id from arquivos where empresa_id = $1 and id = any ($2::uuid[]) and tipo = 'foto'",
    [ids],
  );

/**
 * Removes a photo from every produto that shows it. Locks the produtos in the order that all transactions
 * use.
 */
export const updateFotosWithout = (tx: TenantDb, id: string) =>
  tx.query<{ id: string; versao: number }>(
    `with shown as (
       select p.id from produtos p
       where p.empresa_id = $1 and p.id in (select produto_id from produto_fotos where empresa_id = $1 and arquivo_id = $2)
       order by p.id for no key update
     )
     update produtos p set versao = p.versao + 1,
       fotos = array(select u.url from unnest(p.fotos) with ordinality u (url, n) where u.url not like '%/' || $2 || '.webp' order by u.n)
     from shown where p.empresa_id = $1 and p.id = shown.id
     returning p.id, p.versao`,
    [id],
  );

/**
 * Waits for a transaction that changes the use of the same upload, so that the later transaction decides. It
 * does not lock FOR UPDATE, because two transactions that show the upload already hold its key lock and would
 * deadlock.
 */
export const lockArquivo = (tx: TenantDb, id: string) =>
  tx.selectFrom('arquivos').select('lixeira_desde').where('id', '=', id).forNoKeyUpdate().executeTakeFirst();

/**
 * Sets or clears the trash time, and makes the move of the object due. A job that is moving the object checks
 * the row again at its end.
 */
export const setLixeira = (tx: TenantDb, id: string, isTrashed: boolean) =>
  tx.query(
    `update arquivos set lixeira_desde = case when $3 then clock_timestamp() end,
       mover_em = greatest(mover_em, clock_timestamp())
     where empresa_id = $1 and id = $2`,
    [id, isTrashed],
  );

export interface Claimed {
  id: string;
  tipo: string;
  lixeira_desde: string | null;
  /** The end of the lease, which also identifies it. */
  mover_em: string;
}

/** Returns the database's time, for comparison with `mover_em`. */
export async function selectNow(tx: TenantDb): Promise<string> {
  const [row] = (await tx.raw('select clock_timestamp()::text as now')) as [{ now: string }];
  return row.now;
}

/**
 * Leases uploads whose move was due at `dueBy`, for one minute. When a job dies, another job takes them over
 * after that.
 */
export const claimMoves = (tx: TenantDb, dueBy: string, limit: number) =>
  tx.query<Claimed>(
    `update arquivos set mover_em = clock_timestamp() + interval '1 minute'
     where empresa_id = $1 and id in (
       select id from arquivos where empresa_id = $1 and mover_em <= $2::timestamptz
       order by mover_em limit $3 for update skip locked)
     returning id, tipo, lixeira_desde::text, mover_em::text`,
    [dueBy, limit],
  );

/**
 * Ends a lease. A moved upload has no move due, unless its row has changed since it was leased. An upload
 * that was not moved is due again. Returns false when the row is deleted or the lease was lost.
 */
export async function finishMove(tx: TenantDb, claimed: Claimed, isMoved: boolean): Promise<boolean> {
  const rows = await tx.query(
    `update arquivos
     set mover_em = case when $4 and lixeira_desde is not distinct from $5::timestamptz then null else clock_timestamp() end
     where empresa_id = $1 and id = $2 and mover_em = $3::timestamptz returning id`,
    [claimed.id, claimed.mover_em, isMoved, claimed.lixeira_desde],
  );
  return rows.length > 0;
}

/**
 * Returns the seconds until the next move is due. The number is negative when a move is due now, and null
 * when no move is left.
 */
export async function secondsToNextMove(tx: TenantDb): Promise<number | null> {
  const [row] = await tx.query<{ seconds: number | null }>(
    'select extract(epoch from min(mover_em) - clock_timestamp())::float8 as seconds from arquivos where empresa_id = $1 and mover_em is not null',
  );
  return row?.seconds ?? null;
}

/** Selects uploads after a given id whose retention in the trash has ended. */
export const selectExpired = (tx: TenantDb, after: string, trashDays: number, limit: number) =>
  tx.query<{ id: string }>(
    `select id from arquivos
     where empresa_id = $1 and id > $2 and lixeira_desde <= now() - make_interval(days => $3) order by id limit $4`,
    [after, trashDays, limit],
  );

/** Every column that refers to an upload. A test compares the list with the catalogue's foreign keys. */
export const REFERENCES = [
  { tabela: 'empresas', coluna: 'logo_arquivo_id' },
  { tabela: 'marcas', coluna: 'logo_arquivo_id' },
  { tabela: 'produto_fotos', coluna: 'arquivo_id' },
] as const;

export async function isInUse(tx: TenantDb, id: string): Promise<boolean> {
  const uses = REFERENCES.map(
    ({ tabela, coluna }) =>
      `select from ${tabela} where ${tabela === 'empresas' ? 'id' : 'empresa_id'} = $1 and ${coluna} = $2`,
  );
  const rows = await tx.query(`${uses.join(' union all ')} limit 1`, [id]);
  return rows.length > 0;
}

/**
 * Takes a lock per empresa until this transaction ends. Two concurrent uploads therefore cannot exceed the
 * quota together.
 */
export const lockQuota = (tx: TenantDb) =>
  tx.query("select pg_advisory_xact_lock(hashtextextended('arquivos ' || $1::text, 0))");

export async function sumBytes(tx: TenantDb): Promise<number> {
  const [row] = await tx.query<{ bytes: string }>(
    'select coalesce(sum(bytes), 0) as bytes from arquivos where empresa_id = $1',
  );
  return Number(row?.bytes ?? 0);
}

/**
 * Deletes an upload whose retention in the trash has ended or that was never used. A foreign key refuses the
 * deletion while a record refers to the upload.
 */
export async function deleteExpired(tx: TenantDb, id: string, trashDays: number): Promise<boolean> {
  const rows = await tx.query(
    `delete from arquivos where empresa_id = $1 and id = $2
       and coalesce(lixeira_desde <= now() - make_interval(days => $3), true) returning id`,
    [id, trashDays],
  );
  return rows.length > 0;
}
