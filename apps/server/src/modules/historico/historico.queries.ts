import type { TenantDb } from '#platform/tenant-db.ts';

export type Registro = Record<string, unknown>;

export interface Change {
  id: string;
  tabela: string;
  registro_id: string;
  operacao: 'I' | 'U' | 'D';
  antes: Registro | null;
  depois: Registro | null;
  expired: boolean;
}

/** Two who undo the same batch at once: the second finds what the first did. */
export const lockLote = (tx: TenantDb, lote: string) =>
  tx.query('select pg_advisory_xact_lock(hashtextextended($1::text || $2::text, 0))', [lote]);

/** The changes of a batch, last first: undoing walks back. */
export const selectLote = (tx: TenantDb, lote: string, days: number) =>
  tx.query<Change>(
    `select id, tabela, registro_id, operacao, antes, depois, created_at < now() - make_interval(days => $3) as expired
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

export const PAGE = 50;

/** What a person has no use for. */
const HIDDEN = ['id', 'empresa_id', 'user_id', 'versao', 'created_at'];

export interface Recorded {
  id: string;
  lote: string;
  operacao: 'I' | 'U' | 'D';
  quem: string | null;
  created_at: string;
  antes: Registro | null;
  depois: Registro | null;
}

/** The changes of one record that a person can see, newest first, and one more than a page. */
export const selectAlteracoes = (
  tx: TenantDb,
  { tabela, registro_id, cursor }: { tabela: string; registro_id: string; cursor?: string | undefined },
) =>
  tx.query<Recorded>(
    `select h.id, h.lote, h.operacao, p.full_name as quem, h.created_at, h.antes - $5::text[] as antes,
       h.depois - $5::text[] as depois
     from historico h left join profiles p on p.id = h.user_id
     where h.empresa_id = $1 and h.tabela = $2 and h.registro_id = $3 and ($4::uuid is null or h.id < $4)
       and h.antes - $5::text[] is distinct from h.depois - $5::text[]
     order by h.id desc limit ${PAGE + 1}`,
    [tabela, registro_id, cursor ?? null, HIDDEN],
  );
