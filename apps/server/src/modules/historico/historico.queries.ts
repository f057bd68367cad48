import type { TenantDb } from '#platform/tenant-db.ts';

export type Registro = Record<string, unknown>;

export interface Change {
  tabela: string;
  registro_id: string;
  operacao: 'I' | 'U' | 'D';
  antes: Registro | null;
  depois: Registro | null;
  expired: boolean;
}

/** The changes of a batch, last first: undoing walks back. */
export const selectLote = (tx: TenantDb, lote: string, days: number) =>
  tx.query<Change>(
    `select tabela, registro_id, operacao, antes, depois, created_at < now() - make_interval(days => $3) as expired
     from historico where empresa_id = $1 and lote = $2 order by id desc`,
    [lote, days],
  );

/** The names come from the history's own trigger and the catalogue, never from a request. */
const name = (identifier: string) => {
  if (!/^[a-z_]+$/.test(identifier)) throw new Error(`not a name: ${identifier}`);
  return identifier;
};

/** A record as the history would write it now. */
export async function selectRegistro(
  tx: TenantDb,
  tabela: string,
  id: string,
): Promise<Registro | undefined> {
  const [row] = await tx.query<{ registro: Registro }>(
    `select to_jsonb(t) as registro from ${name(tabela)} t where t.empresa_id = $1 and t.id = $2 for update`,
    [id],
  );
  return row?.registro;
}

export async function insertRegistro(tx: TenantDb, tabela: string, registro: Registro): Promise<void> {
  const columns = Object.keys(registro).map(name).join(', ');
  await tx.query(
    `insert into ${name(tabela)} (${columns}) select ${columns} from jsonb_populate_record(null::${name(tabela)}, $2) r
     where r.empresa_id = $1`,
    [JSON.stringify(registro)],
  );
}

export async function updateRegistro(
  tx: TenantDb,
  tabela: string,
  id: string,
  changes: Registro,
): Promise<void> {
  const set = Object.keys(changes)
    .map((column) => `${name(column)} = r.${name(column)}`)
    .join(', ');
  await tx.query(
    `update ${name(tabela)} t set ${set} from jsonb_populate_record(null::${name(tabela)}, $3) r
     where t.empresa_id = $1 and t.id = $2`,
    [id, JSON.stringify(changes)],
  );
}

export const deleteRegistro = (tx: TenantDb, tabela: string, id: string) =>
  tx.query(`delete from ${name(tabela)} where empresa_id = $1 and id = $2`, [id]);
