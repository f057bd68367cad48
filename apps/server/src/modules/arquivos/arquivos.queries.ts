import type { TenantDb } from '#platform/tenant-db.ts';

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

/** Carries the time it was made at, beside its random part. */
export async function newOrderedId(tx: TenantDb): Promise<string> {
  const [row] = (await tx.raw('select uuidv7() as id')) as [{ id: string }];
  return row.id;
}

export const selectFotos = (tx: TenantDb, ids: readonly string[]) =>
  tx.query<{ id: string }>(
    "select id from arquivos where empresa_id = $1 and id = any ($2::uuid[]) and tipo = 'foto'",
    [ids],
  );

/** Takes a photo out of whatever produto shows it, locked in the order everybody locks them. */
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
 * Waits for whoever is changing the use of the same upload, so that the last one of two decides. Not for update: two who show it
 * both hold its key already, and would wait for each other.
 */
export const lockArquivo = (tx: TenantDb, id: string) =>
  tx.selectFrom('arquivos').select('lixeira_desde').where('id', '=', id).forNoKeyUpdate().executeTakeFirst();

export const setLixeira = (tx: TenantDb, id: string, since: string | null) =>
  tx.updateTable('arquivos').set({ lixeira_desde: since }).where('id', '=', id).execute();

/** Every column that shows an upload; a test holds it against the catalogue's foreign keys. */
export const REFERENCES = [
  { tabela: 'marcas', coluna: 'logo_arquivo_id' },
  { tabela: 'produto_fotos', coluna: 'arquivo_id' },
] as const;

export async function isInUse(tx: TenantDb, id: string): Promise<boolean> {
  const uses = REFERENCES.map(
    ({ tabela, coluna }) => `select from ${tabela} where empresa_id = $1 and ${coluna} = $2`,
  );
  const rows = await tx.query(`${uses.join(' union all ')} limit 1`, [id]);
  return rows.length > 0;
}

export async function sumBytes(tx: TenantDb): Promise<number> {
  const [row] = await tx.query<{ bytes: string }>(
    'select coalesce(sum(bytes), 0) as bytes from arquivos where empresa_id = $1',
  );
  return Number(row?.bytes ?? 0);
}

/** Removes what stayed in the trash for its time, or was never used; a foreign key refuses while something refers. */
export async function deleteExpired(tx: TenantDb, id: string, trashDays: number): Promise<boolean> {
  const rows = await tx.query(
    `delete from arquivos where empresa_id = $1 and id = $2
       and coalesce(lixeira_desde <= now() - make_interval(days => $3), true) returning id`,
    [id, trashDays],
  );
  return rows.length > 0;
}
