import type { ServerResponse } from 'node:http';
import type { Boletim } from '@prumo/contract/novidades.ts';

/** An open answer of one tab, as server-sent events. */
export interface Stream {
  send(boletim: Boletim): void;
  /** Keeps the connection alive and moves the reader's position on. */
  beat(posicao: string): void;
  /** Asks the reader to open the stream again after so many milliseconds, and ends it. */
  end(retryMs: number): void;
  /** Ends the stream of a reader who may no longer listen. */
  dismiss(): void;
}

/**
 * A reader that leaves this many bytes unread is disconnected, and resumes later. About 200 events fit.
 */
const MOST_UNREAD_BYTES = 64 * 1024;

/** `x-accel-buffering` and `no-transform` keep proxies from collecting events before they pass them on. */
const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  // A stopping server need not wait for another request.
  connection: 'close',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
};

export function openStream(raw: ServerResponse, headers: Record<string, unknown>): Stream {
  raw.writeHead(200, { ...(headers as Record<string, string>), ...HEADERS });
  // The request no longer counts as one in flight (`shed.ts`).
  raw.emit('streaming');
  const write = (text: string) => {
    if (raw.writableEnded || raw.destroyed) return;
    raw.write(text);
    if (raw.writableLength > MOST_UNREAD_BYTES) raw.destroy();
  };
  return {
    send: ({ posicao, ...rest }) => write(eventOf(posicao, rest)),
    beat: (posicao) => write(`id: ${posicao}\nevent: pulso\ndata:\n\n`),
    end(retryMs) {
      write(`retry: ${Math.round(retryMs)}\nevent: reabra\ndata:\n\n`);
      raw.end();
    },
    dismiss() {
      write('event: fim\ndata:\n\n');
      raw.end();
    },
  };
}

const eventOf = (posicao: string, data: Omit<Boletim, 'posicao'>) =>
  `id: ${posicao}\ndata: ${JSON.stringify(data)}\n\n`;
