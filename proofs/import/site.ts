import { join } from 'node:path';
import type { SellerInput } from '../../apps/sandbox/src/mercado-livre/users/seller-seed.ts';
import { connect } from '../kit/contas.ts';
import type { Edit } from '../kit/edits.ts';
import { NO_LIMITS, openProduct, type Stage } from '../kit/product.ts';
import { NO_ADDRESS } from '../kit/records.ts';
import { openStandIn } from '../kit/stand-in.ts';

export type Site = Awaited<ReturnType<typeof openSite>>;

/** Starts an http process and a Mercado Livre without rate limits. `startWorker` starts the worker. */
export async function openSite(stage: Stage, database: string, edits: readonly Edit[] = []) {
  const folder = join(stage.folder, database);
  const product = await openProduct(
    { ...stage, folder },
    { database, edits, settings: { ...NO_LIMITS, MERCADO_LIVRE_CALLS_PER_SECOND: '100000' } },
  );
  const standIn = await openStandIn(stage);
  await standIn.unlimited();
  await product.serve();
  const operator = await product.anOperator();

  // Minutes pass between two calls. The server may close a keep-alive connection at the moment the next call
  // uses it.
  const call = <T>(method: string, path: string, body?: object) =>
    product.call<T>(operator, method, path, body, { connection: 'close' });

  return {
    /** The folder of the stored images. */
    images: join(folder, 'arquivos'),
    admin: product.admin,
    sql: product.sql,
    call,
    connect: async (seller: number): Promise<string> => (await connect(product, operator, seller)).id,
    addSeller: ({ id, nickname, seed, listings, orders, features, pictures }: SellerInput) =>
      standIn.aSeller({
        id,
        apelido: nickname,
        semente: seed,
        anuncios: listings,
        vendas: orders,
        recursos: features,
        fotos: pictures ?? 0,
      }),
    /** The choices that an import needs before it starts. */
    choices: async () => ({
      deposito_id: (
        await call<{ id: string }>('POST', '/api/depositos', {
          ...{ nome: 'Matriz', descricao: null, ativo: true, ...NO_ADDRESS },
        })
      ).id,
      fornecedor_id: (
        await call<{ id: string }>('POST', '/api/fornecedores', {
          ...{ nome: 'Aurora', cpf_cnpj: '19.131.243/0001-97', email: 'a@aurora.com.br', telefone: null },
          ...NO_ADDRESS,
        })
      ).id,
      estoque_full: false,
    }),
    /** How often each route was called since `forgetCounts`. */
    async counts(): Promise<Record<string, number>> {
      const { rotas } = await standIn.calls();
      return Object.fromEntries(Object.entries(rotas).map(([route, { total }]) => [route, total]));
    },
    forgetCounts: () => standIn.control('DELETE', '/contagem'),
    startWorker: () => product.run('worker'),
    /** Stops everything but the database. */
    async end(): Promise<void> {
      await product.kill();
      await standIn.stop();
    },
  };
}
