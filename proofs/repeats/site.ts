import type { RouteEntry } from '../../apps/server/src/platform/http/http.ts';
import { openHarness } from '../../apps/server/src/testing/harness.ts';
import { isProduct } from '../../apps/server/src/testing/isolation/routes.ts';
import { connect } from '../kit/contas.ts';
import type { Edit } from '../kit/edits.ts';
import { NO_LIMITS, openProduct, type Stage } from '../kit/product.ts';
import { aDeposito, aProduto, createAs, someReferences } from '../kit/records.ts';
import { type Known, openKnown } from '../kit/requests/known.ts';
import { type Actor, anActor } from '../kit/requests/people.ts';
import { openStandIn } from '../kit/stand-in.ts';
import { WITHOUT_KEY } from './left-out.ts';

export type Site = Awaited<ReturnType<typeof openSite>>;

/** An empresa with the person who sends the requests, and the records that they may name. */
export interface House {
  actor: Actor;
  known: Known;
  /** The clock of the database when the requests began. */
  since: string;
}

/** How often a person tries to connect a conta if the product answers that they should try again. */
const TRIES = 5;

/** Starts an http process without rate limits. No worker runs, so only requests write. */
export async function openSite(stage: Stage, database: string, edits: readonly Edit[]) {
  const product = await openProduct(stage, {
    database,
    edits,
    settings: { ...NO_LIMITS, PATIENCE: '20', MERCADO_LIVRE_CALLS_PER_SECOND: '100000' },
  });
  const standIn = await openStandIn(stage);
  await standIn.unlimited();
  await product.serve();
  const harness = await openHarness((role) => stage.postgres.url(database, role));
  const writes = harness.app.routeInventory.filter(isProduct).filter(isWrite);
  await harness.close();
  const routes = writes.filter((route) => !(labelOf(route) in WITHOUT_KEY));
  if (writes.length - routes.length !== Object.keys(WITHOUT_KEY).length)
    throw new Error('left-out.ts names a route that does not exist');

  let sellers = 0;
  return {
    ...product,
    routes,
    async aHouse(): Promise<House> {
      const actor = await anActor(product.admin, { twoStep: true });
      const known = openKnown();
      const seller = 8_000_000_000 + ++sellers;
      await standIn.aSeller({
        ...{ id: seller, apelido: `REPETE${sellers}`, semente: sellers },
        ...{ anuncios: 5, vendas: 5, fotos: 0 },
      });
      known.learn('/api/contas', await connect(product, actor, seller, TRIES));
      const create = createAs(product, actor);
      const { marca_id, categoria_id, fornecedor_id } = await someReferences(create);
      const deposito = await aDeposito(create, 'Matriz');
      const named = {
        marcas: marca_id,
        categorias: categoria_id,
        fornecedores: fornecedor_id,
        depositos: deposito,
      };
      for (const [name, id] of Object.entries(named)) known.learn(`/api/${name}`, { id, versao: 1 });
      for (const sku of ['A-1', 'A-2', 'A-3']) {
        const produto = {
          marca_id,
          categoria_id,
          fornecedor_id,
          nome: `Filtro ${sku}`,
          sku,
          depositos: [deposito],
        };
        known.learn('/api/produtos', { id: await aProduto(create, produto), versao: 1 });
      }
      const colleague = await anActor(product.admin, { twoStep: false, empresaId: actor.empresaId });
      known.learn('/api/equipe', { id: colleague.userId });
      known.learn('/api/empresas', { id: actor.empresaId, versao: 1 });
      return { actor, known, since: await now(product) };
    },
    async end(): Promise<void> {
      await product.kill();
      await standIn.stop();
    },
  };
}

export const labelOf = ({ method, url }: RouteEntry) => `${method} ${url}`;

/** The writes of an empresa. Others have no `Idempotency-Key` (README). */
const isWrite = ({ method, config }: RouteEntry) => method !== 'GET' && config.tenant === true;

async function now({ sql }: { sql: (text: string) => Promise<{ now: string }[]> }): Promise<string> {
  const [row] = await sql('select clock_timestamp()::text as now');
  return row?.now ?? '';
}
