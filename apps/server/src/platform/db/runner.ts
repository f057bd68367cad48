import type pg from 'pg';
import { isConnectionLost } from '#platform/errors.ts';
import { inSpan } from '#platform/tracing/spans.ts';
import { type Answered, Batch, type Statement } from './batch.ts';

/**
 * The only way by which statements reach a connection. A runner lives as long as one transaction or one read.
 * It sends all statements of one tick as one message. It sends the next message after the answer to the
 * previous one.
 *
 * `commit` and `close` close the runner permanently:
 * - a later statement is refused and never sent;
 * - a queued statement is refused and never sent;
 * - the runner awaits a statement in flight, or destroys its connection.
 *
 * So no statement can run on a connection that another request holds.
 */
export interface Runner {
  run(statement: Statement): Promise<Answered>;
  /** Closes the runner and commits. Rejects when a statement failed, even if its caller ignored the error. */
  commit(): Promise<void>;
  /** Closes the runner, rolls back an open transaction and releases the connection. Never rejects. */
  close(): Promise<void>;
}

export interface RunnerOptions {
  client: pg.PoolClient;
  parserOf: (oid: number) => (value: string) => unknown;
  /**
   * The statements that go in front of the first message, or of every message when each message is a
   * transaction.
   */
  opening: readonly Statement[];
  opens: 'once' | 'every message';
  /**
   * The maximum wait for an answer. It is longer than any timeout of the server, so after it the connection
   * counts as dead.
   */
  answerLimitMs: number;
}

interface Asked {
  statement: Statement;
  answer: PromiseWithResolvers<Answered>;
}

/** Refuses a statement on a transaction that has ended. It always indicates a defect in the calling code. */
export class TransactionEnded extends Error {
  override readonly name = 'TransactionEnded';
  constructor() {
    super('a statement was issued on a transaction that has ended');
  }
}

export function openRunner({ client, parserOf, opening, opens, answerLimitMs }: RunnerOptions): Runner {
  let asked: Asked[] = [];
  let isOpened = false;
  let isClosed = false;
  let isBroken = false;
  /** Whether PostgreSQL has sent ReadyForQuery since the last message. */
  let isReady = true;
  /** Settles when no statement is in flight. Never rejects. */
  let underWay: Promise<void> | undefined;

  const send = (statements: readonly Statement[], front = isOpened ? [] : opening): Promise<Answered[]> =>
    inSpan(
      () => ({
        name: 'sql',
        kind: 'client',
        attributes: {
          'db.system.name': 'postgresql',
          'db.operation.name': operationOf(statements[0] ?? front[0]),
          'prumo.db.statements': front.length + statements.length,
        },
      }),
      () => sendNow(statements, front),
    );

  async function sendNow(statements: readonly Statement[], front: readonly Statement[]): Promise<Answered[]> {
    const batch = new Batch([...front, ...statements], parserOf);
    isOpened = opens === 'once';
    isReady = false;
    const watchdog = setTimeout(() => destroy(client), answerLimitMs);
    try {
      client.query(batch);
      const answers = await batch.done;
      isReady = true;
      return answers.slice(front.length);
    } catch (error) {
      isBroken ||= isConnectionLost(error);
      throw error;
    } finally {
      clearTimeout(watchdog);
    }
  }

  async function sendAsked(): Promise<void> {
    // Waits one tick, so that all statements issued in it travel together.
    await new Promise((resolve) => process.nextTick(resolve));
    while (asked.length > 0) {
      const batch = asked;
      asked = [];
      try {
        const answers = await send(batch.map(({ statement }) => statement));
        for (const [n, { answer }] of batch.entries()) answer.resolve(answers[n] as Answered);
      } catch (error) {
        for (const { answer } of batch) answer.reject(error);
      }
    }
    underWay = undefined;
  }

  async function stopAsking(): Promise<void> {
    isClosed = true;
    for (const { answer } of asked.splice(0)) answer.reject(new TransactionEnded());
    await underWay;
  }

  return {
    run(statement) {
      if (isClosed) return Promise.reject(new TransactionEnded());
      const answer = Promise.withResolvers<Answered>();
      asked.push({ statement, answer });
      underWay ??= sendAsked();
      return answer.promise;
    },
    async commit() {
      const isUnsent = asked.length > 0;
      await stopAsking();
      // A commit without the unsent statements would save only a part of the changes.
      if (isUnsent) throw new Error('`work` returned before its statements were sent');
      const [answered] = await send([COMMIT]);
      // PostgreSQL answers ROLLBACK to the COMMIT of a transaction in which a statement has failed.
      if (answered?.tag !== 'COMMIT') throw new Error(`a failed statement was ignored: ${answered?.tag}`);
    },
    async close() {
      await stopAsking();
      // The error of a failed message arrives before ReadyForQuery, which carries the transaction status. The
      // empty message waits for ReadyForQuery.
      if (!isReady && !isBroken) await send([], []).catch(() => {});
      if (isReady && client.getTransactionStatus() !== 'I') await send([ROLLBACK], []).catch(() => {});
      client.release(isBroken || !isReady || client.getTransactionStatus() !== 'I');
    },
  };
}

/** The first word of a statement, if it is one of SQL. The text itself is never recorded. */
const operationOf = (statement: Statement | undefined): string =>
  /^\s*(select|insert|update|delete|with|begin|commit|rollback)\b/i.exec(statement?.text ?? '')?.[1] ??
  'other';

const COMMIT: Statement = { name: 'commit', text: 'commit', values: [] };
const ROLLBACK: Statement = { name: 'rollback', text: 'rollback', values: [] };

/** Destroys the socket, so that every statement in flight fails immediately. */
function destroy(client: pg.PoolClient): void {
  (client as unknown as { connection: pg.Connection }).connection.stream.destroy();
}
