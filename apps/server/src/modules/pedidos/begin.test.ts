import { afterAll, expect, test } from 'vitest';
import { unavailable } from '#platform/errors.ts';
import { mercadoLivreApp } from '#testing/mercado-livre.ts';
import { pedidosApp } from '#testing/pedidos.ts';
import { sync } from './sync.ts';

const prumo = await mercadoLivreApp();
const { sql, aSeller, aSellerPerson, connect } = prumo;
const shop = await pedidosApp(prumo);
afterAll(() => shop.close());

const rowOf = async (seller: number, empresaId: string) =>
  (
    await sql(
      `select conta_id, vez, em_andamento, falha_desde from pedidos_sincronia
       where user_ml_id = $1 and empresa_id = $2`,
      [seller, empresaId],
    )
  )[0];
const jobsOf = async (seller: number, empresaId: string, vez: number) =>
  (
    await sql(
      `select from pgboss.job where name = 'pedidos.sincronizar'
         and data @> jsonb_build_object('user_ml_id', $1::text, 'empresa_id', $2::text, 'vez', $3::int)`,
      [seller, empresaId, vez],
    )
  ).length;

test('pedidos begin to come when a conta is connected, not when somebody looks', async () => {
  const [ana, seller] = [await aSellerPerson(), await aSeller()];
  const { id } = (await connect(ana, seller)).json();
  expect(await rowOf(seller, ana.empresaId)).toMatchObject({ conta_id: id, vez: 1, em_andamento: true });
  expect(await jobsOf(seller, ana.empresaId, 1)).toBe(1);
  await shop.settle(seller);
  expect(await sql('select from pedidos where user_ml_id = $1', [seller])).not.toEqual([]);
});

test('and when it is moved to another empresa, which begins anew', async () => {
  const [ana, bruno, seller] = [await aSellerPerson(), await aSellerPerson('Bruno'), await aSeller()];
  await connect(ana, seller);
  const { conexao } = (await connect(bruno, seller)).json();
  const moved = await bruno.post(`/api/contas/conexoes/${conexao}/mover`);
  expect(await rowOf(seller, bruno.empresaId)).toMatchObject({ conta_id: moved.json().id, vez: 1 });
  expect(await jobsOf(seller, bruno.empresaId, 1)).toBe(1);
});

test('connected again, a conta goes on at once; one whose pedidos are coming is left alone', async () => {
  const [ana, seller] = [await aSellerPerson(), await aSeller()];
  await connect(ana, seller);
  await connect(ana, seller);
  expect(await rowOf(seller, ana.empresaId)).toMatchObject({ vez: 1 });
  // It had lost its authorization a moment ago.
  await sql('update pedidos_sincronia set em_andamento = false, vez = 4 where user_ml_id = $1', [seller]);
  await connect(ana, seller);
  expect(await rowOf(seller, ana.empresaId)).toMatchObject({ vez: 5, em_andamento: true });
  expect(await jobsOf(seller, ana.empresaId, 5)).toBe(1);
});

test('those nobody looks after are taken up, those that wait on purpose are not', async () => {
  const ana = await aSellerPerson();
  const aConta = async (hours: number, state: string) => {
    const seller = await aSeller();
    await connect(ana, seller);
    await sql(
      `update pedidos_sincronia set vez = 7, passo_em = now() - $2 * interval '1 hour', ${state} where user_ml_id = $1`,
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
  await sql("update pedidos_sincronia set passo_em = now() - interval '2 hours' where user_ml_id = $1", [
    closed,
  ]);
  await sql("update mercado_livre_config set situacao = 'reconectar' where user_ml_id = $1", [closed]);
  const never = await aSeller();
  await connect(ana, never);
  await sql('delete from pedidos_sincronia where user_ml_id = $1', [never]);

  await shop.keep();
  expect([await lost(), await lostAtWork()]).toEqual([8, 8]);
  expect([await waiting(), await forbidden()]).toEqual([7, 7]);
  expect(await rowOf(closed, ana.empresaId)).toMatchObject({ vez: 1 });
  expect(await rowOf(never, ana.empresaId)).toMatchObject({ vez: 1 });
  expect(await jobsOf(never, ana.empresaId, 1)).toBe(2);
  // Once.
  await shop.keep();
  expect(await lost()).toBe(8);
});

test('a database that is away for a moment ends nothing, and is not blamed on the marketplace', async () => {
  const [ana, seller] = [await aSellerPerson(), await aSeller()];
  await connect(ana, seller);
  const sent: number[] = [];
  await sync(
    {
      ...shop.parts,
      now: Date.now,
      tokens: { withToken: () => Promise.reject(unavailable()) },
      sendOn: async (_tx, _vez, seconds) => void sent.push(seconds),
    },
    { empresaId: ana.empresaId, userMlId: String(seller), vez: 1 },
  );
  expect(sent).toEqual([120]);
  expect(await rowOf(seller, ana.empresaId)).toMatchObject({ vez: 2, em_andamento: true, falha_desde: null });
});
