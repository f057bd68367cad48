interface Entry {
  caminho: string;
  user_agent: string | null;
  em: string;
}

const KEPT = 500;

/** What each service was asked, so that a test can tell who was asked, in whose name, and that nobody was. */
export interface Journal {
  note(service: string, request: Request): void;
  /** `GET /_pedidos`: how many in all, and the last ones. */
  show(): Response;
}

export function openJournal(services: readonly string[]): Journal {
  const kept = new Map(services.map((service) => [service, { total: 0, ultimos: [] as Entry[] }]));
  return {
    note(service, request) {
      const asked = kept.get(service);
      if (!asked) return;
      asked.total += 1;
      asked.ultimos.push({
        // Without the query: a sign-in carries its secrets there.
        caminho: new URL(request.url).pathname,
        user_agent: request.headers.get('user-agent'),
        em: new Date().toISOString(),
      });
      if (asked.ultimos.length > KEPT) asked.ultimos.shift();
    },
    show: () => Response.json(Object.fromEntries(kept)),
  };
}
