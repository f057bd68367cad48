import pg from 'pg';
import type { Run } from './tenant-db.ts';

export interface Statement {
  name: string;
  text: string;
  values: readonly unknown[];
}

type Row = Record<string, unknown>;
type Parser = (value: string) => unknown;
type Column = readonly [name: string, parse: Parser];

// Missing in the types, there in the package.
const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => string } }).utils;

/** What a connection has prepared: name → the columns it answers with, so that they are not described again. */
const prepared = new WeakMap<pg.Connection, Map<string, readonly Column[]>>();

/**
 * Several statements written as one message with one Sync behind them: PostgreSQL runs them as one transaction, skips
 * the rest when one fails, and answers once. BEGIN, statements and COMMIT cost it an answer each, and a short read
 * takes twice the time.
 */
export class Batch extends pg.Query {
  readonly done: Promise<Row[][]>;
  readonly #statements: readonly Statement[];
  readonly #parserOf: (oid: number) => Parser;
  readonly #results: Row[][] = [];
  #rows: Row[] = [];
  #columns: readonly Column[] | undefined;
  #known = new Map<string, readonly Column[]>();
  #settle: { resolve: (results: Row[][]) => void; reject: (error: Error) => void };

  constructor(statements: readonly Statement[], parserOf: (oid: number) => Parser) {
    super('');
    // Names of its own: the driver keeps its own account of what it has prepared.
    this.#statements = statements.map((each) => ({ ...each, name: `b.${each.name}` }));
    this.#parserOf = parserOf;
    const { promise, ...settle } = Promise.withResolvers<Row[][]>();
    this.done = promise;
    this.#settle = settle;
  }

  override submit = (connection: pg.Connection): null => {
    const known = prepared.get(connection) ?? new Map<string, readonly Column[]>();
    prepared.set(connection, known);
    this.#known = known;
    connection.stream.cork();
    for (const { name, text, values } of this.#statements) {
      const isNew = !known.has(name);
      if (isNew) {
        // A statement that was prepared but failed is there already.
        connection.close({ type: 'S', name }, true);
        connection.parse({ name, text, types: [] }, true);
      }
      connection.bind({ statement: name, values: values.map(prepareValue) }, true);
      if (isNew) connection.describe({ type: 'P' }, true);
      connection.execute(null, true);
    }
    connection.sync();
    connection.stream.uncork();
    return null;
  };

  handleRowDescription({ fields }: { fields: readonly pg.FieldDef[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => [name, this.#parserOf(dataTypeID)]);
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    this.#columns ??= this.#known.get(this.#current.name) ?? [];
    const row: Row = {};
    let n = 0;
    for (const [name, parse] of this.#columns) {
      const value = fields[n++];
      row[name] = value == null ? null : parse(value);
    }
    this.#rows.push(row);
  }

  handleCommandComplete(): void {
    const { name } = this.#current;
    if (!this.#known.has(name)) this.#known.set(name, this.#columns ?? []);
    this.#results.push(this.#rows);
    this.#rows = [];
    this.#columns = undefined;
  }

  handleError(error: Error): void {
    // Prepared anew next time: a migration may have changed what a statement answers with.
    for (const { name } of this.#statements) this.#known.delete(name);
    this.#settle.reject(error);
  }

  handleReadyForQuery(): void {
    this.#settle.resolve(this.#results);
  }

  get #current(): Statement {
    return this.#statements[this.#results.length] as Statement;
  }
}

/** Gives a statement the name under which it stays prepared. */
type Name = (text: string, values: readonly unknown[]) => Statement;

/** Collects what is asked in the same breath; the next message waits for the answer to the last. */
export function inBatches(
  client: pg.PoolClient,
  first: Statement,
  parserOf: (oid: number) => Parser,
  name: Name,
): Run {
  let asked: { statement: Statement; answer: PromiseWithResolvers<{ rows: object[]; rowCount: number }> }[] =
    [];
  let busy = false;
  const send = async () => {
    const batch = asked;
    asked = [];
    try {
      const { done } = client.query(new Batch([first, ...batch.map(({ statement }) => statement)], parserOf));
      const [, ...results] = await done;
      batch.forEach(({ answer }, n) => {
        const rows = results[n] ?? [];
        answer.resolve({ rows, rowCount: rows.length });
      });
    } catch (error) {
      for (const { answer } of batch) answer.reject(error);
    }
    busy = false;
    if (asked.length > 0) start();
  };
  const start = () => {
    if (busy) return;
    busy = true;
    process.nextTick(() => void send());
  };
  return (text, values) => {
    const answer = Promise.withResolvers<{ rows: object[]; rowCount: number }>();
    asked.push({ statement: name(text, values), answer });
    start();
    return answer.promise;
  };
}
