import { Readable } from 'node:stream';
import { atividades } from '@prumo/contract/atividades.ts';
import { recordAtividade } from '#platform/db/history.ts';
import type { Explanations } from '#platform/errors.ts';
import type { App } from '#platform/http/http.ts';
import { atividadesCsv } from './atividades-csv.ts';
import { readPage } from './read-page.ts';

const GONE = { message: 'Esta empresa não existe mais.' };

export const atividadesExplanations: Explanations = {
  atividades_empresa_fkey: GONE,
  atividades_cadeias_empresa_fkey: GONE,
  atividades_pendentes_empresa_fkey: GONE,
  atividades_recusas_empresa_fkey: GONE,
};

const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' });

export function atividadesRoutes(app: App): void {
  app.route({ ...atividades.list, handler: (req) => req.read((tx) => readPage(tx, req.query)) });

  app.route({
    ...atividades.file,
    handler: async (req, reply) => {
      await req.prepare((tx) => recordAtividade(tx, 'exportacao', { arquivo: 'a atividade em CSV' }));
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="atividade-${day.format(new Date())}.csv"`);
      // Streams the file. The contract can only describe it as a text.
      return Readable.from(atividadesCsv((work) => req.read(work), req.query)) as unknown as string;
    },
  });
}
