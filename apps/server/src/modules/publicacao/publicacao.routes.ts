import { Readable } from 'node:stream';
import { publicacao } from '@prumo/contract/publicacao.ts';
import { selectConta } from '#modules/anuncios/ligacao.queries.ts';
import { MISSING_CONTA } from '#modules/anuncios/ligar.ts';
import { recordAtividade } from '#platform/db/history.ts';
import { found } from '#platform/errors.ts';
import type { App } from '#platform/http/http.ts';
import { definirCota, escolher } from './escolher.ts';
import { simular } from './simulacao.ts';
import { simulacaoCsv } from './simulacao-csv.ts';

export function publicacaoRoutes(app: App): void {
  app.route({
    ...publicacao.choose,
    handler: (req) => req.write((tx) => escolher(tx, req.params.id, req.body)),
  });

  app.route({
    ...publicacao.setCota,
    handler: (req) => req.write((tx) => definirCota(tx, req.params, req.body)),
  });

  app.route({
    ...publicacao.simulate,
    handler: (req) =>
      req.read(async (tx) =>
        simular(tx, found(await selectConta(tx, req.params.id), MISSING_CONTA), req.query),
      ),
  });

  app.route({
    ...publicacao.file,
    handler: async (req, reply) => {
      const conta = await req.prepare(async (tx) => {
        const { nome, ...seller } = found(await selectConta(tx, req.params.id), MISSING_CONTA);
        await recordAtividade(tx, 'exportacao', { arquivo: `a simulação de envio da conta ${nome} em CSV` });
        return seller;
      });
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="simulacao-de-envio.csv"');
      // Streams the file. The contract can only describe it as a text.
      return Readable.from(simulacaoCsv((work) => req.read(work), conta)) as unknown as string;
    },
  });
}
