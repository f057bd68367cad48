import { type Boletim, novidades } from '@prumo/contract/novidades.ts';
import { eventReader } from './read-events.ts';

export interface Reading {
  usuario: string;
  empresa: string;
  /** The position of the last event, if there was one. */
  posicao: string | undefined;
  /** The age of the oldest data on the screen, in seconds, for a reader without a position. */
  idade: number;
  signal: AbortSignal;
  onBoletim: (boletim: Boletim) => void;
  /** Nothing changed up to this position. */
  onPulso: (posicao: string) => void;
}

/** Why a stream ended. `retryMs` is the wish of the server. */
export interface Ending {
  status: number;
  retryMs: number | undefined;
}

/** The stream of a person who has left the empresa, or whose session has ended. */
const DISMISSED: Ending = { status: 403, retryMs: undefined };

/** The server sends something every 15 seconds. A stream that is silent for longer is broken. */
const SILENCE_MS = 40_000;

/** Reads changes until the stream ends. Rejects when the network fails. */
export async function readStream(reading: Reading): Promise<Ending> {
  const { usuario, empresa, posicao, idade, signal, onBoletim, onPulso } = reading;
  const cut = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const heard = () => {
    clearTimeout(timer);
    timer = setTimeout(() => cut.abort(), SILENCE_MS);
  };
  heard();
  try {
    const headers: Record<string, string> = {
      accept: 'text/event-stream',
      'x-usuario': usuario,
      'x-empresa': empresa,
    };
    if (posicao) headers['last-event-id'] = posicao;
    const {
      status,
      body,
      headers: answered,
    } = await fetch(`${novidades.read.url}?idade=${Math.ceil(idade)}`, {
      headers,
      credentials: 'same-origin',
      cache: 'no-store',
      signal: AbortSignal.any([signal, cut.signal]),
    });
    let retryMs = Number(answered.get('retry-after') ?? 0) * 1000 || undefined;
    if (status !== 200 || !body) return { status, retryMs };
    const read = eventReader();
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return { status, retryMs };
      heard();
      for (const { id = '', event, data, retry } of read(value)) {
        if (event === 'fim') return DISMISSED;
        if (event === 'reabra') retryMs = retry;
        else if (event === 'pulso') onPulso(id);
        else onBoletim({ ...(JSON.parse(data) as Omit<Boletim, 'posicao'>), posicao: id });
      }
    }
  } finally {
    clearTimeout(timer);
    // An unread answer would keep one of the browser's six connections.
    cut.abort();
  }
}
