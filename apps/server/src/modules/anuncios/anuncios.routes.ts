import { ABAS_DE_ANUNCIOS, anuncios, type LeituraDeAnuncios } from '@prumo/contract/anuncios.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { found } from '#platform/errors.ts';
import type { App } from '#platform/http/http.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { startLeitura } from './anuncios.job.ts';
import { type ContaLida, countAba, selectContas, selectContasLidas, sellerText } from './anuncios.queries.ts';
import { positionOf } from './cursor.ts';
import { selectConta } from './ligacao.queries.ts';
import { ligar, MISSING_CONTA } from './ligar.ts';
import { readBusca, readPagina } from './read-blocos.ts';

export function anunciosRoutes(app: App, { jobs }: { jobs: Pick<Jobs, 'enqueue'> }): void {
  app.route({
    ...anuncios.list,
    handler: (req) =>
      req.read(async (tx) => {
        const { aba, busca, conta_id, cursor, limite } = req.query;
        const all = await selectContas(tx);
        const contas = conta_id ? all.filter(({ id }) => id === conta_id) : all;
        const asked = { aba, contas, limite };
        return busca ? readBusca(tx, asked, busca) : readPagina(tx, asked, positionOf(cursor));
      }),
  });

  app.route({
    ...anuncios.summary,
    handler: (req) =>
      req.read(async (tx) => {
        const contas = await selectContasLidas(tx);
        const sellers = contas.map(sellerText);
        const abas = await Promise.all(ABAS_DE_ANUNCIOS.map((aba) => countAba(tx, aba, sellers)));
        return {
          abas,
          contas: contas.map((conta) => ({
            ...{ id: conta.id, marketplace: conta.marketplace, apelido: conta.apelido },
            ...{ anuncios: conta.anuncios, mais: conta.mais, mudancas: conta.mudancas },
            leitura: leituraOf(conta),
          })),
        };
      }),
  });

  app.route({
    ...anuncios.link,
    handler: (req) => req.write((tx) => ligar(tx, req.params, req.body)),
  });

  app.route({
    ...anuncios.readAgain,
    handler: (req) =>
      req.write(async (tx) => {
        const { marketplace, seller_id } = found(await selectConta(tx, req.params.id), MISSING_CONTA);
        await startLeitura(tx, jobs, { marketplace, sellerId: seller_id });
        return readLeitura(tx, req.params.id);
      }),
  });
}

async function readLeitura(tx: TenantDb, contaId: string): Promise<LeituraDeAnuncios> {
  const conta = (await selectContasLidas(tx)).find(({ id }) => id === contaId);
  return leituraOf(found(conta, MISSING_CONTA));
}

function leituraOf({ situacao, lida_em, encontrados, lidos, aviso }: ContaLida): LeituraDeAnuncios {
  const known = situacao === 'lendo' || situacao === 'lida' || situacao === 'parada' ? situacao : 'nunca';
  return { situacao: known, lida_em, encontrados: encontrados ?? 0, lidos: lidos ?? 0, aviso };
}
