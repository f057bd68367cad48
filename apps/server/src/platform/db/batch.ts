import pg from 'pg';

export interface Statement {
  /** The name of the prepared statement on the connection. With '' the statement is prepared for one use. */
  name: string;
  text: string;
  values: readonly unknown[];
}

export interface Answered {
  rows: Row[];
  rowCount: number;
  /** PostgreSQL's command tag: 'SELECT 3', 'INSERT 0 1', 'COMMIT'. */
  tag: string;
}

type Row = Record<string, unknown>;
type Parser = (value: string) => unknown;
type Column = readonly [name: string, parse: Parser];
type Columns = readonly Column[];

// `pg` exports `utils.prepareValue`, but its type declarations omit it.
const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => string } }).utils;

/**
 * The prepared statements of a connection. The backend keeps a plan of about 36 kB for each statement, so
 * MAX_PREPARED bounds their number. The least recently used statement is closed first.
 */
interface Prepared {
  /** Maps the name of a statement to the columns of its rows, so that PostgreSQL describes them once. */
  known: Map<string, Columns>;
  /**
   * Names that PostgreSQL may still hold although they are not in `known`. After a failed statement it skips
   * the Close messages that follow, so each message closes these names again until one succeeds. Closing a
   * name that does not exist is no error.
   */
  doomed: Set<string>;
}

const prepared = new WeakMap<pg.Connection, Prepared>();
const MAX_PREPARED = 300;

/**
 * Sends several statements as one message with one Sync at its end. When a statement fails, PostgreSQL skips
 * the rest of the message. Outside a transaction block the message is a transaction of its own.
 *
 * `pg` itself sends one Sync per statement, which doubles the time of a short read (`pnpm prove:list`). This
 * class uses the interface that `pg` offers to extensions: a `Query` that submits itself. The constructor
 * converts all values before the first byte is sent, so a value that cannot be converted never leaves a
 * message half written.
 */
export class Batch extends pg.Query {
  readonly done: Promise<Answered[]>;
  readonly #statements: readonly { name: string; text: string; values: readonly string[] }[];
  readonly #parserOf: (oid: number) => Parser;
  readonly #answers: Answered[] = [];
  readonly #settle: { resolve: (answers: Answered[]) => void; reject: (error: unknown) => void };
  #rows: Row[] = [];
  #columns: Columns | undefined;
  #prepared: Prepared = { known: new Map(), doomed: new Set() };
  #unreadable: unknown;
  /**
   * The columns of each statement that was already prepared, and undefined for a statement that this message
   * prepares.
   */
  readonly #described: (Columns | undefined)[] = [];
  /** Names of the statements that this message prepares. */
  readonly #parsed = new Set<string>();

  /** Throws when a value cannot be converted. */
  constructor(statements: readonly Statement[], parserOf: (oid: number) => Parser) {
    super('');
    this.#statements = statements.map(({ name, text, values }) => ({
      // The prefix keeps these names apart from the statements that `pg` prepares and tracks by itself.
      name: name && `b.${name}`,
      text,
      values: values.map(prepareValue),
    }));
    this.#parserOf = parserOf;
    const { promise, ...settle } = Promise.withResolvers<Answered[]>();
    this.done = promise;
    this.#settle = settle;
  }

  override submit = (connection: pg.Connection): null => {
    this.#prepared = prepared.get(connection) ?? this.#prepared;
    prepared.set(connection, this.#prepared);
    const { known, doomed } = this.#prepared;
    connection.stream.cork();
    for (const { name, text, values } of this.#statements) {
      const columns = known.get(name);
      const isNew = columns === undefined;
      this.#described.push(columns);
      if (isNew) {
        this.#parsed.add(name);
        // A statement that failed after its Parse is still prepared under this name, so it is closed first.
        if (name) connection.close({ type: 'S', name }, true);
        doomed.delete(name);
        connection.parse({ name, text, types: [] }, true);
      } else {
        // Moves the name to the end of the map, which is in the order of last use.
        known.delete(name);
        known.set(name, columns);
      }
      connection.bind({ statement: name, values: [...values] }, true);
      if (isNew) connection.describe({ type: 'P' }, true);
      connection.execute(null, true);
    }
    // Closes the least recently used statements after all others, because the statements of this message may
    // still use them.
    for (const name of known.keys()) {
      if (known.size + this.#parsed.size <= MAX_PREPARED) break;
      known.delete(name);
      doomed.add(name);
    }
    for (const name of doomed) connection.close({ type: 'S', name }, true);
    connection.sync();
    connection.stream.uncork();
    return null;
  };

  handleRowDescription({ fields }: { fields: readonly pg.FieldDef[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => [name, this.#parserOf(dataTypeID)]);
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    this.#columns ??= this.#described[this.#answers.length] ?? [];
    const row: Row = {};
    let n = 0;
    try {
      for (const [name, parse] of this.#columns) {
        const value = fields[n++];
        row[name] = value == null ? null : parse(value);
      }
    } catch (error) {
      // An error thrown in this handler would end the process. The promise rejects with it instead.
      this.#unreadable ??= error;
    }
    this.#rows.push(row);
  }

  handleCommandComplete({ text }: { text: string }): void {
    const { name } = this.#current;
    if (name && this.#parsed.has(name)) this.#prepared.known.set(name, this.#columns ?? []);
    const rowCount = Number(/\d+$/.exec(text)?.[0] ?? 0);
    this.#answers.push({ rows: this.#rows, rowCount, tag: text });
    this.#rows = [];
    this.#columns = undefined;
  }

  handleError(error: unknown): void {
    // The next use prepares the statements again, because a migration may have changed the columns of their
    // rows.
    const { known, doomed } = this.#prepared;
    for (const { name } of this.#statements) {
      known.delete(name);
      if (name) doomed.add(name);
    }
    this.#settle.reject(error);
  }

  /** `pg` calls it only after a message without an error, so PostgreSQL has run every Close of the message. */
  handleReadyForQuery(): void {
    this.#prepared.doomed.clear();
    if (this.#unreadable === undefined) this.#settle.resolve(this.#answers);
    else this.#settle.reject(this.#unreadable);
  }

  get #current() {
    return this.#statements[this.#answers.length] as { name: string };
  }
}
