import { erros } from '@prumo/contract/erros.ts';
import type { App } from '#platform/http/http.ts';
import type { Log } from '#platform/log.ts';
import { openErros } from './erros.ts';

export function errosRoutes(app: App, { log }: { log: Log }): void {
  const { note } = openErros(log);
  app.route({
    ...erros.create,
    handler: async ({ body, ip, sessionHash, headers }) => {
      note(body, { address: ip, session: sessionHash, userAgent: headers['user-agent'] });
      return null;
    },
  });
}
