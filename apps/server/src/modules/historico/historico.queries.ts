import { HIDDEN_FIELDS } from '#platform/db/field-rights.ts';
import { AUTOR, MEANINGLESS_COLUMNS, type Registro } from '#platform/db/history.ts';
import { LOOKED_AT, lastLookedAt } from '#platform/db/looked-at.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';

export interface Change {
  id: string;
  tabela: string;
  registro_id: string;
  operacao: 'I' | 'U' | 'D';
  antes: Registro | null;
  depois: Registro | null;
  expired: boolean;
}

/** Serialises concurrent undos of the same lote, so that the second sees what the first did. */
export const lockLote = (tx: TenantDb, lote: string) =>
  tx.query('select pg_advisory_xact_lock(hashtextextended($1::text || $2::text, 0))', [lote]);

/**
 * Selects the changes of a lote, the last one first, because an undo goes backwards. A change of the empresa's own
 * data, of its membros or of its convites is not undone from the history, and an atividade has happened.
 */
export const selectLote = (tx: TenantDb, lote: string, days: number) =>
  tx.query<Change>(
    `select id, tabela, registro_id, operacao, antes, depois, created_at < now() - make_interval(days => $3) as expired
     from historico where empresa_id = $1 and lote = $2
       and tabela not in ('empresas', 'membros', 'convites', 'atividades') order by id desc`,
    [lote, days],
  );

/**
 * Selects the changes of some produtos and of their links to depositos in a lote, which were written between two ids, the
 * last one first.
 */
export const selectChangesOf = (
  tx: TenantDb,
  lote: string,
  { produtos, de, ate }: { produtos: readonly string[]; de: string; ate: string },
) =>
  tx.query<Change>(
    `select id, tabela, registro_id, operacao, antes, depois, false as expired
     from historico where empresa_id = $1 and id between $3 and $4 and lote = $2 and (
       (tabela = 'produtos' and registro_id = any ($5::uuid[]))
       or (tabela = 'produto_deposito' and (coalesce(antes, depois) ->> 'produto_id')::uuid = any ($5::uuid[])))
     order by id desc`,
    [lote, de, ate, produtos],
  );

/**
 * Checks an identifier. Identifiers come from the history's own trigger and the catalogue, never from a
 * request.
 */
const name = (identifier: string) => {
  if (!/^[a-z_]+$/.test(identifier)) throw new Error(`not a name: ${identifier}`);
  return identifier;
};

/** Returns those of the ids whose record exists. */
export async function selectExisting(
  tx: TenantDb,
  tabela: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ id: string }>(
    `select id from ${name(tabela)} where empresa_id = $1 and id = any ($2::uuid[])`,
    [ids],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Returns a record as the history would store it now, and locks it. */
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

export interface Recorded {
  id: string;
  lote: string;
  operacao: 'I' | 'U' | 'D';
  quem: string | null;
  created_at: string;
  antes: Registro | null;
  depois: Registro | null;
}

interface Page<Row> {
  rows: Row[];
  /** The last change examined, if there are older changes that this page did not examine. */
  last: string | undefined;
}

/** Selects the visible changes of one record, newest first, with one row more than a page. */
export async function selectAlteracoes(
  tx: TenantDb,
  { tabela, registro_id, cursor }: { tabela: string; registro_id: string; cursor?: string | undefined },
): Promise<Page<Recorded>> {
  const from = `from historico where empresa_id = $1 and tabela = $2 and registro_id = $3 and ($4::uuid is null or id < $4)`;
  const values = [tabela, registro_id, cursor ?? null];
  // A change of hidden fields alone is left out, because its line would tell that they changed.
  const hidden = `($5::text[] || ${HIDDEN_FIELDS})`;
  const [rows, last] = await Promise.all([
    tx.query<Recorded>(
      `select h.id, h.lote, h.operacao, ${AUTOR} as quem, h.created_at, h.antes - ${hidden} as antes,
         h.depois - ${hidden} as depois
       from (select * ${from} order by id desc limit ${LOOKED_AT}) h left join profiles p on p.id = h.user_id
       where h.antes - ${hidden} is distinct from h.depois - ${hidden}
       order by h.id desc limit ${PAGE + 1}`,
      [...values, MEANINGLESS_COLUMNS],
    ),
    lastLookedAt(tx, from, values),
  ]);
  return { rows, last };
}
