import type {
  DeleteQueryBuilder,
  InsertObject,
  InsertQueryBuilder,
  SelectQueryBuilder,
  UpdateQueryBuilder,
} from 'kysely';
import {
  type CompiledQuery,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import type { DB } from './db.types.ts';

/** The tables whose rows belong to one empresa. */
type TenantTable = { [T in keyof DB]: DB[T] extends { empresa_id: unknown } ? T : never }[keyof DB];

declare const tenantOnly: unique symbol;

/**
 * A transaction inside one empresa. Only db.ts creates one. Row level security confines it to the empresa.
 * Its statements also name the empresa explicitly, so that each stays on one shard.
 */
export interface TenantDb {
  readonly [tenantOnly]: true;
  readonly empresaId: string;
  readonly userId: string;
  /** The id under which `historico` groups the changes of this transaction. */
  readonly lote: string;
  selectFrom<T extends TenantTable>(table: T): SelectQueryBuilder<DB, T, object>;
  insertInto<T extends TenantTable>(
    table: T,
    row: Omit<InsertObject<DB, T>, 'empresa_id'>,
  ): InsertQueryBuilder<DB, T, object>;
  updateTable<T extends TenantTable>(table: T): UpdateQueryBuilder<DB, T, T, object>;
  deleteFrom<T extends TenantTable>(table: T): DeleteQueryBuilder<DB, T, object>;
  /** Runs SQL text in which `$1` is the empresa and the given values start at `$2`. */
  query<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /**
   * Runs a statement inside this transaction on tables that belong to no empresa: the job queue, or public
   * data.
   */
  raw(text: string, values?: readonly unknown[]): Promise<object[]>;
}

/** Sends a statement inside the transaction. */
export type Run = (text: string, values: readonly unknown[]) => Promise<{ rows: object[]; rowCount: number }>;

export interface Caller {
  empresaId: string;
  userId: string;
  lote: string;
}

export function tenantDb({ empresaId, userId, lote }: Caller, run: Run, raw: Run): TenantDb {
  let made: Kysely<DB> | undefined;
  // Created on first use, because many transactions, such as lists, use only SQL text.
  const kysely = () => (made ??= kyselyOn(run));
  // The casts are needed because Kysely cannot infer for a generic table name that every TenantTable has
  // `empresa_id`.
  const tx: Omit<TenantDb, typeof tenantOnly> = {
    empresaId,
    userId,
    lote,
    selectFrom: (table) =>
      kysely()
        .selectFrom(table as 'historico')
        .where('empresa_id', '=', empresaId) as never,
    insertInto: (table, row) =>
      kysely()
        .insertInto(table)
        .values({ ...row, empresa_id: empresaId } as never) as never,
    updateTable: (table) =>
      kysely()
        .updateTable(table as 'historico')
        .where('empresa_id', '=', empresaId) as never,
    deleteFrom: (table) =>
      kysely()
        .deleteFrom(table as 'historico')
        .where('empresa_id', '=', empresaId) as never,
    query: async <Row extends object>(text: string, values: readonly unknown[] = []) =>
      (await run(text, [empresaId, ...values])).rows as Row[],
    raw: async (text, values = []) => (await raw(text, values)).rows,
  };
  return tx as TenantDb;
}

/** A Kysely whose only connection is this transaction, so that no query built with it can run outside. */
function kyselyOn(run: Run): Kysely<DB> {
  const connection = {
    executeQuery: async <R>({ sql, parameters }: CompiledQuery) => {
      const { rows, rowCount } = await run(sql, parameters);
      return { rows: rows as R[], numAffectedRows: BigInt(rowCount) };
    },
    streamQuery: () => {
      throw new Error('a tenant transaction does not stream');
    },
  };
  const nothing = async () => {};
  return new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createDriver: () => ({
        init: nothing,
        acquireConnection: async () => connection,
        releaseConnection: nothing,
        beginTransaction: nothing,
        commitTransaction: nothing,
        rollbackTransaction: nothing,
        destroy: nothing,
      }),
    },
  });
}
