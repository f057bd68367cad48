interface Entry {
  caminho: string;
  user_agent: string | null;
  em: string;
}

const KEPT = 500;

/**
 * Records the requests to each service. A test can check which services were called, and with which user
 * agent.
 */
export interface Journal {
  note(service: string, request: Request): void;
  /** Answers `GET /_pedidos` with the totals and the last requests. */
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
        // Leaves out the query, because the query of a sign-in contains secrets.
        caminho: new URL(request.url).pathname,
        user_agent: request.headers.get('user-agent'),
        em: new Date().toISOString(),
      });
      if (asked.ultimos.length > KEPT) asked.ultimos.shift();
    },
    show: () => Response.json(Object.fromEntries(kept)),
  };
}
