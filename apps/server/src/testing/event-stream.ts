import type { Boletim } from '@prumo/contract/novidades.ts';

interface Event {
  id: string;
  event: string;
  data: Omit<Boletim, 'posicao'> | null;
}

/** A tab that listens to what changes. */
export interface Tab {
  status: number;
  headers: Headers;
  /** Every event so far, the first answer included. */
  events: Event[];
  /** Resolves with the first event, also an earlier one, that satisfies the condition. */
  until(condition: (event: Event) => boolean): Promise<Event>;
  /** Resolves when the server has ended the stream. */
  ended: Promise<void>;
  close(): void;
}

/** Opens a stream of changes over a real connection. */
export async function openTab(
  url: string,
  options: { cookie: string; empresaId?: string; lastEventId?: string },
): Promise<Tab> {
  const { cookie, empresaId, lastEventId } = options;
  const stop = new AbortController();
  const response = await fetch(url, {
    signal: stop.signal,
    headers: {
      accept: 'text/event-stream',
      cookie,
      ...(empresaId && { 'x-empresa': empresaId }),
      ...(lastEventId && { 'last-event-id': lastEventId }),
    },
  });
  const events: Event[] = [];
  const waiting = new Set<() => void>();
  const read = async () => {
    if (!response.body) return;
    let rest = '';
    for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
      const parts = `${rest}${piece}`.split('\n\n');
      rest = parts.pop() ?? '';
      events.push(...parts.map(eventOf));
      for (const look of waiting) look();
    }
  };
  const ended = read().catch(() => {});
  return {
    ...{ status: response.status, headers: response.headers, events, ended },
    close: () => stop.abort(),
    until(condition) {
      const { promise, resolve } = Promise.withResolvers<Event>();
      const look = () => {
        const found = events.find(condition);
        if (!found) return;
        waiting.delete(look);
        resolve(found);
      };
      waiting.add(look);
      look();
      return promise;
    },
  };
}

function eventOf(text: string): Event {
  const fields = new Map(
    text.split('\n').map((line) => {
      const [name = '', ...rest] = line.split(':');
      return [name, rest.join(':').trim()];
    }),
  );
  const data = fields.get('data');
  return {
    id: fields.get('id') ?? '',
    event: fields.get('event') ?? 'message',
    data: data ? JSON.parse(data) : null,
  };
}

/** Whether an event announces a change of the table, and of the record if one is given. */
export const announces = (tabela: string, id?: string) => (event: Event) =>
  event.data?.novidades.some(
    (each) => each.tabela === tabela && (id === undefined || (each.ids ?? []).includes(id)),
  ) === true;
