import { senhasComuns } from '@prumo/contract/senhas.ts';
import type { App } from '#platform/http/http.ts';

export function senhasRoutes(app: App): void {
  app.route({
    ...senhasComuns.list,
    handler: async ({ query }) => {
      // Loaded with the first request, because the list is large.
      const { endsOf } = await import('./common-passwords.ts');
      return { finais: await endsOf(query.prefixo) };
    },
  });
}
