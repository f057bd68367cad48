import type { Database } from '#platform/db/db.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';

/** Asks for the deletion, and returns its date. A second request keeps the date of the first. */
export async function insertExclusao(tx: TenantDb): Promise<string> {
  const [, rows] = await Promise.all([
    tx.query(
      'insert into exclusoes (empresa_id, user_id) values ($1, $2) on conflict (empresa_id) do nothing',
      [tx.userId],
    ),
    tx.query<{ vence_em: string }>('select vence_em from exclusoes where empresa_id = $1'),
  ]);
  const [row] = rows;
  if (!row) throw new Error('an insert without a row');
  return row.vence_em;
}

/** Returns false when nobody asked for the deletion. */
export async function deleteExclusao(tx: TenantDb): Promise<boolean> {
  const rows = await tx.query('delete from exclusoes where empresa_id = $1 returning empresa_id');
  return rows.length > 0;
}

/** Ends the offers that would bring somebody into the empresa or make another dono. */
export const withdrawOffers = (tx: TenantDb) =>
  Promise.all([
    tx.query(
      'update convites set revogado_em = now() where empresa_id = $1 and aceito_em is null and revogado_em is null',
    ),
    tx.query('delete from transferencias where empresa_id = $1'),
  ]);

export const selectMembroIds = (tx: TenantDb) =>
  tx.query<{ user_id: string }>('select user_id from membros where empresa_id = $1 and saiu_em is null');

export interface Notice {
  email: string;
  empresa: string;
  quem: string | null;
  excluiEm: string | null;
}

/** What the letter to a membro says. No row for a person who has left meanwhile. */
export async function selectNotice(
  tx: TenantDb,
  userId: string,
  byUserId: string,
): Promise<Notice | undefined> {
  const [row] = await tx.query<Notice>(
    `select p.email, e.nome as empresa, x.vence_em as "excluiEm", w.full_name as quem
     from membros m join profiles p on p.id = m.user_id join empresas e on e.id = m.empresa_id
     left join exclusoes x on x.empresa_id = m.empresa_id left join profiles w on w.id = $3
     where m.empresa_id = $1 and m.user_id = $2 and m.saiu_em is null`,
    [userId, byUserId],
  );
  return row;
}

export async function selectDue(db: Database, limit: number): Promise<string[]> {
  const rows = await db.global<{ empresa_id: string }>('select empresa_id from exclusoes_vencidas($1)', [
    limit,
  ]);
  return rows.map(({ empresa_id }) => empresa_id);
}

/** Deletes some rows, and returns the name of their table. Null when no table has a row of the empresa left. */
export async function deleteSome(db: Database, empresaId: string, limit: number): Promise<string | null> {
  const [row] = await db.global<{ tabela: string | null }>('select delete_of_empresa($1, $2) as tabela', [
    ...[empresaId, limit],
  ]);
  return row?.tabela ?? null;
}

/** Deletes the empresa itself. Fails while any table or queue has a row of it. */
export async function finishExclusao(db: Database, empresaId: string): Promise<boolean> {
  const [row] = await db.global<{ gone: boolean }>('select finish_exclusao($1) as gone', [empresaId]);
  return row?.gone ?? false;
}
