import { afterAll, expect, test } from 'vitest';
import { unavailable } from '#platform/errors.ts';
import { MARKETPLACE, mercadoLivreApp } from '#testing/mercado-livre.ts';
import { pedidosApp } from '#testing/pedidos.ts';
import { sync } from './sync.ts';

const prumo = await mercadoLivreApp();
const { sql, aSeller, anEmpresa, connect } = prumo;
const shop = await pedidosApp(prumo);
afterAll(() => shop.close());

const rowOf = async (seller: number, empresaId: string) =>
  (
    await sql(
      `select conta_id, vez, em_andamento, falha_desde from pedidos_sincronia
       where seller_id = $1 and empresa_id = $2`,
      [seller, empresaId],
    )
  )[0];
const jobsOf = async (seller: number, empresaId: string, vez: number) =>
  (
    await sql(
      `select from pgboss.job where name = 'pedidos.sincronizar'
         and data @> jsonb_build_object('seller_id', $1::text, 'empresa_id', $2::text, 'vez', $3::int)`,
      [seller, empresaId, vez],
    )
  ).length;

test('connecting a conta starts its synchronisation, before a person opens the analysis', async () => {
  const [ana, seller] = [await anEmpresa(), await aSeller()];
  const { id } = (await connect(ana, seller)).json();
  expect(await rowOf(seller, ana.empresaId)).toMatchObject({ conta_id: id, vez: 1, em_andamento: true });
  expect(await jobsOf(seller, ana.empresaId, 1)).toBe(1);
  await shop.settle(seller);
  expect(await sql('select from pedidos where seller_id = $1', [seller])).not.toEqual([]);
});

test('moving a conta to another empresa starts a new synchronisation there', async () => {
  const [ana, bruno, seller] = [await anEmpresa(), await anEmpresa('Bruno'), await aSeller()];
  await connect(ana, seller);
  const { conexao } = (await connect(bruno, seller)).json();
  const moved = await bruno.post(`/api/contas/conexoes/${conexao}/mover`);
  expect(await rowOf(seller, bruno.empresaId)).toMatchObject({ conta_id: moved.json().id, vez: 1 });
  expect(await jobsOf(seller, bruno.empresaId, 1)).toBe(1);
});

test('a reconnected conta resumes immediately, and one whose synchronisation is under way is left alone', async () => {
  const [ana, seller] = [await anEmpresa(), await aSeller()];
  await connect(ana, seller);
  await connect(ana, seller);
  expect(await rowOf(seller, ana.empresaId)).toMatchObject({ vez: 1 });
  // The conta has just lost its authorization.
  await sql('update pedidos_sincronia set em_andamento = false, vez = 4 where seller_id = $1', [seller]);
  await connect(ana, seller);
  expect(await rowOf(seller, ana.empresaId)).toMatchObject({ vez: 5, em_andamento: true });
  expect(await jobsOf(seller, ana.empresaId, 5)).toBe(1);
});

test('keepPedidos resumes stopped synchronisations, and leaves those that wait on purpose', async () => {
  const ana = await anEmpresa();
  const aConta = async (hours: number, state: string) => {
    const seller = await aSeller();
    await connect(ana, seller);
    await sql(
      `update pedidos_sincronia set vez = 7, passo_em = now() - $2 * interval '1 hour', ${state} where seller_id = $1`,
      [seller, hours],
    );
    return async () => (await rowOf(seller, ana.empresaId))?.['vez'];
  };
  const lost = await aConta(2, 'em_andamento = false');
  const lostAtWork = await aConta(2, 'em_andamento = true');
  const waiting = await aConta(0.6, 'em_andamento = false');
  const forbidden = await aConta(23, 'em_andamento = false, sem_permissao = true');
  const closed = await aSeller();
  await connect(ana, closed);
  await sql("update pedidos_sincronia set passo_em = now() - interval '2 hours' where seller_id = $1", [
    closed,
  ]);
  await sql("update mercado_livre_config set situacao = 'reconectar' where user_ml_id = $1", [closed]);
  const never = await aSeller();
  await connect(ana, never);
  await sql('delete from pedidos_sincronia where seller_id = $1', [never]);

  await shop.keep();
  expect([await lost(), await lostAtWork()]).toEqual([8, 8]);
  expect([await waiting(), await forbidden()]).toEqual([7, 7]);
  expect(await rowOf(closed, ana.empresaId)).toMatchObject({ vez: 1 });
  expect(await rowOf(never, ana.empresaId)).toMatchObject({ vez: 1 });
  expect(await jobsOf(never, ana.empresaId, 1)).toBe(2);
  // A second run changes nothing.
  await shop.keep();
  expect(await lost()).toBe(8);
});

test('a temporary database failure ends nothing and is not reported as one of the marketplace', async () => {
  const [ana, seller] = [await anEmpresa(), await aSeller()];
  await connect(ana, seller);
  const sent: number[] = [];
  await sync(
    {
      ...shop.parts,
      now: Date.now,
      tokens: { withToken: () => Promise.reject(unavailable()) },
      sendOn: async (_tx, _vez, seconds) => void sent.push(seconds),
    },
    { empresaId: ana.empresaId, seller: { marketplace: MARKETPLACE, sellerId: String(seller) }, vez: 1 },
  );
  expect(sent).toEqual([120]);
  expect(await rowOf(seller, ana.empresaId)).toMatchObject({ vez: 2, em_andamento: true, falha_desde: null });
});

test('one run of the upkeep starts every stopped synchronisation', async () => {
  const ana = await anEmpresa();
  await sql('alter table mercado_livre_config disable trigger mercado_livre_config_historico');
  await sql(
    `insert into mercado_livre_config (empresa_id, id, user_id, marketplace, user_ml_id)
     select $1, gen_random_uuid(), $2, $3, n::text from generate_series(1, 120) n`,
    [ana.empresaId, ana.userId, MARKETPLACE],
  );
  await sql('alter table mercado_livre_config enable trigger mercado_livre_config_historico');
  await shop.keep();
  const begun = await sql('select from pedidos_sincronia where empresa_id = $1', [ana.empresaId]);
  expect(begun).toHaveLength(120);
});
