import { connect, createServer, type Socket } from 'node:net';

/**
 * A proxy between the product and PostgreSQL that reads every statement from the wire protocol. It shares no
 * code with the product, so it also detects what the product considers impossible.
 *
 * A transaction begins when the product sets its empresa (`use_session` or `use_empresa`) and ends with COMMIT,
 * ROLLBACK or, without BEGIN, with Sync. Its statements may name only that empresa and one callback.
 */
export interface Wire {
  port: number;
  counts: { transactions: number; statements: number };
  /** The first hundred violations; `violationCount` counts all. */
  violations: string[];
  violationCount(): number;
  close(): Promise<void>;
}

/** The prefix of a parameter that names the transaction callback that sent the statement. */
export const WORK_PREFIX = 'work:';

const PROTOCOL_3 = 196_608;

export async function openWire(options: {
  upstream: number;
  /** Whether a text is the id of an empresa. */
  isEmpresa: (text: string) => boolean;
}): Promise<Wire> {
  const counts = { transactions: 0, statements: 0 };
  const violations: string[] = [];
  let violationCount = 0;
  const report = (text: string) => {
    violationCount++;
    if (violations.length < 100) violations.push(text);
  };
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(options.upstream, '127.0.0.1');
    for (const socket of [client, upstream]) {
      socket.setNoDelay(true);
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    }
    const observe = openObserver({ ...options, counts, report });
    client.on('data', (chunk) => {
      observe(chunk);
      upstream.write(chunk);
    });
    upstream.on('data', (chunk) => client.write(chunk));
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('end', () => other.end());
      one.on('close', () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    counts,
    violations,
    violationCount: () => violationCount,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

interface Watch {
  isEmpresa: (text: string) => boolean;
  counts: Wire['counts'];
  report: (text: string) => void;
}

/** Observes one connection; returns the function that takes its next bytes. */
function openObserver({ isEmpresa, counts, report }: Watch): (chunk: Buffer) => void {
  const prepared = new Map<string, string>();
  let rest: Buffer = Buffer.alloc(0);
  let isStarted = false;
  let isOurs = false;
  let bound: { text: string; values: (string | null)[] } = { text: '', values: [] };
  let inBlock = false;
  let empresa: string | null = null;
  let work: string | null = null;

  const endTransaction = () => {
    inBlock = false;
    empresa = null;
    work = null;
  };

  const onExecute = (text: string, values: readonly (string | null)[]) => {
    counts.statements++;
    const verb = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase();
    if (verb === 'begin') {
      if (inBlock) report('BEGIN inside a transaction');
      endTransaction();
      inBlock = true;
      return;
    }
    if (verb === 'commit' || verb === 'rollback') return endTransaction();
    const opened = /\buse_(session|empresa)\(/.exec(text)?.[1];
    if (opened) {
      const id = values[opened === 'session' ? 1 : 0] ?? '';
      if (empresa !== null) report(`the product set the empresa ${id} in a transaction of ${empresa}`);
      empresa = id;
      counts.transactions++;
      return;
    }
    for (const value of values) {
      if (value === null) continue;
      if (value.startsWith(WORK_PREFIX)) {
        if (work !== null && work !== value)
          report(`a statement of ${value} ran in the transaction of ${work}`);
        work ??= value;
      } else if (value.length === 36 && isEmpresa(value) && value !== empresa)
        report(`a statement of empresa ${value} ran in a transaction of ${empresa}: ${text.slice(0, 80)}`);
    }
  };

  const onMessage = (type: string, body: Buffer) => {
    if (type === 'P') {
      const [name, text] = [textAt(body, 0), textAt(body, body.indexOf(0) + 1)];
      prepared.set(name, text);
    } else if (type === 'B') bound = boundIn(body, prepared);
    else if (type === 'E') onExecute(bound.text, bound.values);
    else if (type === 'Q') onExecute(textAt(body, 0), []);
    else if (type === 'S' && !inBlock) endTransaction();
  };

  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    if (!isStarted) {
      if (rest.length < 8 || rest.length < rest.readInt32BE(0)) return;
      if (rest.readInt32BE(4) !== PROTOCOL_3) throw new Error('the proxy reads only connections without TLS');
      const length = rest.readInt32BE(0);
      // The job queue and the sign-in use other connections, which set no empresa.
      isOurs = rest.toString('utf8', 8, length).split('\0').includes('prumo');
      rest = rest.subarray(length);
      isStarted = true;
    }
    if (!isOurs) {
      rest = Buffer.alloc(0);
      return;
    }
    while (rest.length >= 5) {
      const end = 1 + rest.readInt32BE(1);
      if (rest.length < end) return;
      onMessage(String.fromCharCode(rest[0] as number), rest.subarray(5, end));
      rest = rest.subarray(end);
    }
  };
}

const textAt = (body: Buffer, from: number) => body.toString('utf8', from, body.indexOf(0, from));

/** A Bind message: portal, statement, formats, values. */
function boundIn(body: Buffer, prepared: Map<string, string>) {
  let at = body.indexOf(0) + 1;
  const statement = textAt(body, at);
  at = body.indexOf(0, at) + 1;
  at += 2 + 2 * body.readInt16BE(at);
  const count = body.readInt16BE(at);
  at += 2;
  const values: (string | null)[] = [];
  for (let n = 0; n < count; n++) {
    const length = body.readInt32BE(at);
    at += 4;
    values.push(length === -1 ? null : body.toString('utf8', at, at + length));
    at += Math.max(0, length);
  }
  return { text: prepared.get(statement) ?? '', values };
}
