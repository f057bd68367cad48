import type { Database } from '#platform/db/db.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';

/** A table that changed. `ids` are separated by commas, and null when there are too many. */
export interface Changed {
  tabela: string;
  ids: string | null;
  /** How many rows were read for all tables together. */
  lidas: number;
}

/** Beyond this many rows the reader starts again (`novidades_de`). */
export const MOST_ROWS = 1000;

/** Reads the snapshot of the statement and the changes that it sees, so that no change falls between the two. */
export async function selectNovidades(tx: TenantDb, since: { snapshot: string | null; seconds: number }) {
  const [row] = await tx.query<{ snapshot: string; direitos: string; changed: Changed[] }>(
    `select pg_current_snapshot()::text as snapshot, current_setting('app.direitos') as direitos,
       (select coalesce(json_agg(c), '[]') from novidades_de($1, $2::pg_snapshot, $3) c) as changed`,
    [since.snapshot, since.seconds],
  );
  if (!row) throw new Error('a select without a row');
  return row;
}

export interface Reader {
  empresaId: string;
  snapshot: string;
}

/** The same for many readers. `n` is the place of the reader in the list, from 1. */
export async function selectNovidadesOf(db: Database, readers: readonly Reader[]) {
  const [row] = await db.global<{ snapshot: string; changed: (Changed & { n: number })[] }>(
    `select pg_current_snapshot()::text as snapshot,
       (select coalesce(json_agg(c), '[]') from novidades_of($1::uuid[], $2::text[]) c) as changed`,
    [readers.map(({ empresaId }) => empresaId), readers.map(({ snapshot }) => snapshot)],
  );
  if (!row) throw new Error('a select without a row');
  return row;
}

interface Believed {
  sessionHash: string;
  empresaId: string;
  direitos: string;
}

/** The places, from 1, of those whose rights are not as believed. `direitos` is null for those who lost all. */
export const selectDireitosMudados = (db: Database, believed: readonly Believed[]) =>
  db.global<{ n: string; direitos: string | null }>(
    'select n, direitos from direitos_mudados($1::text[], $2::uuid[], $3::text[])',
    [
      believed.map(({ sessionHash }) => sessionHash),
      believed.map(({ empresaId }) => empresaId),
      believed.map(({ direitos }) => direitos),
    ],
  );

export const sweepNovidades = (db: Database) =>
  db.global<{ swept: string }>('select sweep_novidades() as swept');
