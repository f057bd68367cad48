import { aPerson } from '../../apps/server/src/testing/people.ts';
import { ABAS_DE_PEDIDOS } from '../../packages/contract/src/pedidos-fila.ts';
import { isShort } from '../kit/arguments.ts';
import { figure, grouped, note, noteLoad } from '../kit/figures.ts';
import { proveLatency } from '../kit/latency.ts';
import { NO_LIMITS, openProduct, openStage } from '../kit/product.ts';
import { prove } from '../kit/proof.ts';
import { type Sizes, seedPedidos } from './seed.ts';

/** Measures the screen Pedidos of an empresa with many sales, of which few are open. */
const SIZES: Sizes = isShort
  ? { pedidos: 20_000, abertos: 400, produtos: 2_000 }
  : { pedidos: 500_000, abertos: 2_000, produtos: 20_000 };

await prove(async (place) => {
  const stage = await openStage(place, { fsync: 'off', shared_buffers: '512MB' });
  const product = await openProduct(stage, { settings: NO_LIMITS });
  const { postgres, admin, ports } = product;
  const { empresaId } = await aPerson(admin, 'Ana Souza');
  const began = performance.now();
  await seedPedidos(postgres.url('prumo'), empresaId, SIZES);
  figure('loading: s', (performance.now() - began) / 1000);
  note(`${grouped(SIZES.pedidos)} pedidos, ${grouped(SIZES.abertos)} of them open`);
  await product.serve();
  const { cookie } = await product.anOperator('Bruno Lima', empresaId);
  const rows = async (text: string) =>
    (await admin.query<{ v: string }>(text, [empresaId])).rows.map(({ v }) => v);
  const ids = await rows(
    'select id as v from pedidos_fila where empresa_id = $1 and aba is not null order by md5(id::text) limit 50',
  );
  const numbers = await rows(
    'select pedido_id as v from vendas where empresa_id = $1 order by md5(pedido_id) limit 20',
  );
  const skus = await rows(
    `select p.sku as v from pedidos_fila f
     join reservas r on r.empresa_id = $1 and r.marketplace = f.marketplace and r.seller_id = f.seller_id and r.pedido_id = f.pedido_id
     join produtos p on p.empresa_id = $1 and p.id = r.produto_id
     where f.empresa_id = $1 and f.aba in ('preparar', 'imprimir') order by md5(p.sku) limit 20`,
  );
  const [deposito] = await rows('select id as v from depositos where empresa_id = $1 order by id limit 1');

  noteLoad();
  for (const aba of ABAS_DE_PEDIDOS) await measure(`aba ${aba}`, [`/api/pedidos?aba=${aba}`]);
  await measure('counts of the abas', ['/api/pedidos/resumo']);
  await measure('aba preparar of one deposito', [`/api/pedidos?aba=preparar&deposito_id=${deposito}`]);
  await measure(
    'search by number',
    numbers.map((number) => `/api/pedidos?busca=${number}`),
    1,
  );
  await measure(
    'search by SKU',
    skus.map((sku) => `/api/pedidos?busca=${encodeURIComponent(sku)}`),
    1,
  );
  await measure('search by a word that finds nothing', ['/api/pedidos?busca=zzzzzz']);
  await measure(
    'one pedido',
    ids.map((id) => `/api/pedidos/${id}`),
  );
  await measure('picking list of 50', [`/api/pedidos/separacao?ids=${ids.join(',')}`]);
  await measure('picking list of an aba', ['/api/pedidos/separacao?aba=preparar']);
  noteLoad();

  /** `least` rows have to be found, because a search that finds nothing by mistake is fast. */
  async function measure(name: string, paths: readonly string[], least = 0): Promise<void> {
    for (const path of paths) {
      const response = await fetch(`http://127.0.0.1:${ports.api}${path}`, { headers: { cookie } });
      const body = (await response.json()) as { itens?: unknown[] };
      if (response.status !== 200 || (body.itens?.length ?? 0) < least)
        throw new Error(`${path} answered ${response.status} with ${body.itens?.length} rows`);
    }
    await proveLatency(
      name,
      ports.api,
      paths.map((path) => ({ path, cookie })),
    );
  }
});
