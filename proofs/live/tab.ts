import { Agent, get, type IncomingMessage } from 'node:http';
import type { Membro } from './site.ts';

/** What a tab has been told, in its own reading of the stream. */
export interface Heard {
  at: number;
  /** The connection by which it came, counted from 1. */
  connection: number;
  novidades: readonly { tabela: string; ids: readonly string[] | null }[];
  recomece: boolean;
}

export interface Tab {
  membro: Membro;
  heard: Heard[];
  /** When each connection had its first event, and when it ended. */
  connections: { from: number; to: number }[];
  /** Resolves when the tab has heard its first event. */
  opened: Promise<void>;
  /** Resolves when the server has told the tab that it may no longer listen. */
  dismissed: Promise<void>;
  /** Breaks the connection, as a lost network does. The tab comes back. */
  breakOff(): void;
  close(): void;
}

const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });
const now = () => performance.now();

/** The tab comes back to the other process after a failure, within this time. */
const BACK_MS = 300;

/** Opens a tab. It speaks HTTP itself, so that no code of the product hides an error of the product. */
export function openTab(membro: Membro, ports: readonly [number, number], first: number): Tab {
  const heard: Heard[] = [];
  const connections: Tab['connections'] = [];
  const opened = Promise.withResolvers<void>();
  const dismissed = Promise.withResolvers<void>();
  let lastId: string | undefined;
  let attempts = 0;
  let isClosed = false;
  let isDismissed = false;
  let current: { destroy(): unknown } | undefined;

  function connect(): void {
    if (isClosed) return;
    const port = ports[(first + attempts++) % 2];
    const headers = {
      accept: 'text/event-stream',
      cookie: membro.cookie,
      'x-empresa': membro.empresaId,
      ...(lastId !== undefined && { 'last-event-id': lastId }),
    };
    let isOver = false;
    const over = () => {
      if (isOver) return;
      isOver = true;
      if (isDismissed) dismissed.resolve();
      else setTimeout(connect, Math.random() * BACK_MS);
    };
    const request = get({ host: '127.0.0.1', port, path: '/api/novidades', agent, headers }, (response) => {
      if (response.statusCode === 200) listen(response);
      else {
        if (response.statusCode === 401 || response.statusCode === 403) isDismissed = true;
        response.resume();
      }
      response.once('close', over);
    });
    current = request;
    request.once('error', over);
  }

  function listen(response: IncomingMessage): void {
    const connection = { from: Number.POSITIVE_INFINITY, to: Number.POSITIVE_INFINITY };
    const number = connections.push(connection);
    let text = '';
    response.setEncoding('utf8');
    response.on('data', (piece: string) => {
      text += piece;
      for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
        const event = text.slice(0, end);
        text = text.slice(end + 2);
        if (/^event: ?fim$/m.test(event)) isDismissed = true;
        const id = /^id: ?(.+)$/m.exec(event)?.[1];
        const data = /^data: ?(\{.*)$/m.exec(event)?.[1];
        if (id !== undefined) lastId = id;
        if (data === undefined) continue;
        connection.from = Math.min(connection.from, now());
        heard.push({ ...JSON.parse(data), at: now(), connection: number });
        opened.resolve();
      }
    });
    response.once('close', () => {
      connection.to = now();
    });
  }

  connect();
  return {
    ...{ membro, heard, connections, opened: opened.promise, dismissed: dismissed.promise },
    breakOff: () => void current?.destroy(),
    close() {
      isClosed = true;
      current?.destroy();
    },
  };
}
