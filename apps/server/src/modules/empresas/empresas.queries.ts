import { Empresa, type EmpresaInput } from '@prumo/contract/empresas.ts';
import type { MinhaEmpresa } from '@prumo/contract/minhas-empresas.ts';
import type { Database } from '#platform/db/db.ts';
import type { IdentityQuery } from '#platform/db/identity-db.ts';
import { columnsOf } from '#platform/db/list.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';

const COLUMNS = columnsOf(Empresa).join(', ');

type Stored = Empresa & { logo_arquivo_id: string | null };

/** Reads the data of the empresa, and locks them against a concurrent change when asked to. */
export async function selectEmpresa(tx: TenantDb, lock = false): Promise<Stored | undefined> {
  const [row] = await tx.query<Stored>(
    `select ${COLUMNS}, logo_arquivo_id from empresas where id = $1 ${lock ? 'for update' : ''}`,
  );
  return row;
}

/** Returns no row when the empresa has another version. */
export async function updateEmpresa(
  tx: TenantDb,
  values: EmpresaInput & { logo_arquivo_id: string | null; versao: number },
): Promise<Empresa | undefined> {
  const { versao, ...changed } = values;
  const columns = Object.keys(changed) as (keyof typeof changed)[];
  const assignments = columns.map((column, n) => `${column} = $${n + 3}`);
  const [row] = await tx.query<Empresa>(
    `update empresas set ${assignments.join(', ')}, versao = versao + 1
     where id = $1 and versao = $2 returning ${COLUMNS}`,
    [versao, ...columns.map((column) => changed[column])],
  );
  return row;
}

export const selectEmpresas = (db: Database, tokenHash: string | null) =>
  db.global<MinhaEmpresa>('select id, nome, cnpj, logo_url, papel from empresas_of($1)', [tokenHash]);

/** Returns false when the person already owns as many empresas as one person may, or when the id is taken. */
export async function createEmpresa(
  db: IdentityQuery,
  { id, nome, userId, limit }: { id: string; nome: string; userId: string; limit: number },
): Promise<boolean> {
  const [row] = await db.query<{ made: boolean }>('select auth.create_empresa($1, $2, $3, $4) as made', [
    ...[userId, id, nome, limit],
  ]);
  return row?.made ?? false;
}

/** Returns false when the person is not a membro of the empresa. */
export async function rememberEmpresa(
  db: IdentityQuery,
  tokenHash: string | null,
  empresaId: string,
): Promise<boolean> {
  const [row] = await db.query<{ remembered: boolean }>(
    'select auth.remember_empresa($1, $2) as remembered',
    [...[tokenHash, empresaId]],
  );
  return row?.remembered ?? false;
}
