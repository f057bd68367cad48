import { isDeepStrictEqual } from 'node:util';
import type { TipoDeAtividade } from '@prumo/contract/atividades.ts';
import { AppError } from '#platform/errors.ts';
import { hiddenOf } from './field-rights.ts';
import { LOOKED_AT, lastLookedAt } from './looked-at.ts';
import type { TenantDb } from './tenant-db.ts';

/** The user id of changes that no person made: those of jobs and maintenance. */
export const SYSTEM_USER = '00000000-0000-0000-0000-000000000000';

/** A record as the history stores it. */
export type Registro = Record<string, unknown>;

/** Columns that mean nothing to a person who reads the history. */
export const MEANINGLESS_COLUMNS = ['id', 'empresa_id', 'user_id', 'versao', 'created_at'];

/**
 * Lists the old and the new value of each changed field. For a record that was created or deleted, it lists
 * all fields.
 */
export function fieldChanges(antes: Registro | null, depois: Registro | null) {
  const campos = [...new Set([...Object.keys(antes ?? {}), ...Object.keys(depois ?? {})])];
  return campos
    .map((campo) => ({ campo, antes: antes?.[campo] ?? null, depois: depois?.[campo] ?? null }))
    .filter((mudanca) => !isDeepStrictEqual(orNothing(mudanca.antes), orNothing(mudanca.depois)));
}

const orNothing = (value: unknown) => (Array.isArray(value) && value.length === 0 ? null : value);

/** The number of days during which a deleted record can be restored. */
export const TRASH_DAYS = 30;

/**
 * The refusal of an update that is based on an older version. It carries the current record and the name of
 * its last editor.
 */
export async function stale(tx: TenantDb, table: string, current: { id: string }): Promise<AppError> {
  const by = await lastChangeBy(tx, table, current.id);
  return new AppError(
    'conflict',
    `${by ?? 'Outra pessoa'} alterou este registro enquanto você editava. Confira o que mudou e salve de novo.`,
    { atual: current, alterado_por: by },
  );
}

/**
 * The name of the author of a change `h`, joined with its profile `p`. The authors of restored changes have only a name
 * (ADR 0063).
 */
export const AUTOR =
  'coalesce(p.full_name, (select a.nome from autores a where a.empresa_id = h.empresa_id and a.id = h.user_id))';

/** The full name of the person who changed a record last. */
export async function lastChangeBy(tx: TenantDb, table: string, id: string): Promise<string | null> {
  const [row] = await tx.query<{ full_name: string | null }>(
    `select ${AUTOR} as full_name from historico h left join profiles p on p.id = h.user_id
     where h.empresa_id = $1 and h.tabela = $2 and h.registro_id = $3 order by h.id desc limit 1`,
    [table, id],
  );
  return row?.full_name ?? null;
}

const PAGE = 50;

/**
 * The records of a table that were deleted within the last 30 days and not restored since, newest first.
 * `computed` gives SQL for columns that the historico does not store; `h` is the row of the deletion.
 */
export function trashOf<Row>(
  table: string,
  columns: readonly (keyof Row & string)[],
  computed: Partial<Record<keyof Row & string, string>> = {},
) {
  const deleted = `from historico where empresa_id = $1 and tabela = '${table}' and operacao = 'D'
    and id > first_uuid_of(now() - interval '${TRASH_DAYS} days') and ($2::uuid is null or id < $2)`;
  const text = `
    select h.id as cursor, h.lote, h.created_at as excluido_em, ${AUTOR} as excluido_por, ${hiddenOf(columns)} as ocultos,
      ${columns.map((name) => `${computed[name] ?? `r.${name}`} as "registro.${name}"`).join(', ')}
    from (select * ${deleted} order by id desc limit ${LOOKED_AT}) h
    cross join lateral jsonb_populate_record(null::${table}, h.antes) r
    left join profiles p on p.id = h.user_id
    where not exists (
        select from historico later
        where later.empresa_id = $1 and later.tabela = '${table}' and later.registro_id = h.registro_id and later.id > h.id)
    order by h.id desc limit ${PAGE + 1}`;
  return async (tx: TenantDb, cursor: string | undefined) => {
    const [rows, last] = await Promise.all([
      tx.query<Record<string, unknown> & { cursor: string; ocultos: string[] }>(text, [cursor ?? null]),
      lastLookedAt(tx, deleted, [cursor ?? null]),
    ]);
    const more = rows.length > PAGE;
    const itens = rows.slice(0, PAGE).map((row) => ({
      lote: String(row['lote']),
      excluido_em: String(row['excluido_em']),
      excluido_por: row['excluido_por'] as string | null,
      registro: Object.fromEntries(
        columns.filter((name) => !row.ocultos.includes(name)).map((name) => [name, row[`registro.${name}`]]),
      ) as Row,
    }));
    return { itens, proximo: (more ? rows[PAGE - 1]?.cursor : last) ?? null };
  };
}

/** Records an event of the current person in the current empresa, with the words of its sentence. */
export const recordAtividade = (
  tx: TenantDb,
  tipo: TipoDeAtividade,
  alvo: Readonly<Record<string, string>>,
) => tx.query('select record_atividade($2, $3) where $1::uuid is not null', [tipo, JSON.stringify(alvo)]);
