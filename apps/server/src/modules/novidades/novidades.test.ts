import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { type Boletim, DIREITO_DA_TABELA } from '@prumo/contract/novidades.ts';
import { afterEach, expect, test } from 'vitest';
import { announces, openTab, type Tab } from '#testing/event-stream.ts';
import { aDeposito, aProduto, movimento } from '#testing/stock.ts';
import { testApp } from '#testing/test-app.ts';
import { novidadesHandler } from './novidades.job.ts';

const prumo = await testApp();
const { app, sql, anEmpresa, aColleague, openPool } = prumo;
await app.listen({ host: '127.0.0.1', port: 0 });
const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/novidades`;

const tabs: Tab[] = [];
afterEach(() => {
  for (const tab of tabs.splice(0)) tab.close();
});
async function tabOf(person: { cookie: string | undefined }, lastEventId?: string, empresaId?: string) {
  const tab = await openTab(url, {
    cookie: String(person.cookie),
    ...(lastEventId && { lastEventId }),
    ...(empresaId && { empresaId }),
  });
  tabs.push(tab);
  return tab;
}

interface Post {
  post(path: string, body?: object): Promise<{ json(): { id: string } }>;
}
const aMarca = async (person: Post) =>
  (await person.post('/api/marcas', { nome: randomUUID(), descricao: null, logo_url: null })).json().id;

const FIRST = (event: { event: string }) => event.event === 'message';

test('a change of a colleague reaches the open tab with the table and the record, and without content', async () => {
  const ana = await anEmpresa();
  const bruno = await aColleague(ana);
  const tab = await tabOf(bruno);
  const first = await tab.until(FIRST);
  expect(first.data).toMatchObject({ recomece: false });
  const id = await aMarca(ana);
  const { data } = await tab.until(announces('marcas', id));
  expect(data).toEqual({ novidades: [{ tabela: 'marcas', ids: [id] }], recomece: false });
  expect(tab.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(tab.headers.get('cache-control')).toBe('no-store, no-transform');
  expect(tab.headers.get('x-accel-buffering')).toBe('no');
  expect(tab.headers.get('x-content-type-options')).toBe('nosniff');
});

test('a movimento announces the produto whose stock changed', async () => {
  const ana = await anEmpresa();
  const { id: produto_id } = await aProduto(ana);
  const deposito_id = await aDeposito(ana);
  const tab = await tabOf(await aColleague(ana));
  await tab.until(FIRST);
  const saved = await ana.post('/api/movimentos', movimento({ produto_id, deposito_id }));
  expect(saved.statusCode).toBe(201);
  await tab.until(announces('movimentos_estoque', produto_id));
});

test('every table that a trigger announces has the right to read it', async () => {
  const rows = await sql(
    `select distinct g.tgrelid::regclass::text as name from pg_trigger g join pg_proc p on p.oid = g.tgfoid
     where p.proname in ('record_historico', 'record_empresa', 'record_membro', 'note_row', 'note_movimentos', 'note_pedidos', 'note_anuncios')`,
  );
  // A change of a reserva is announced as one of the stock of its produto, and one of a leitura as one of its anuncios.
  const under = ['reservas', 'anuncios_leituras'];
  const names = rows.map(({ name }) => String(name)).filter((name) => !under.includes(name));
  expect(names.sort()).toEqual(Object.keys(DIREITO_DA_TABELA).sort());
});

test('no tab hears of another empresa', async () => {
  const ana = await anEmpresa();
  const carla = await anEmpresa();
  const tab = await tabOf(carla);
  await tab.until(FIRST);
  await aMarca(ana);
  // The own change comes later, so that everything before it has arrived.
  const own = await aMarca(carla);
  await tab.until(announces('marcas', own));
  const named = tab.events.flatMap(({ data }) => data?.novidades.flatMap(({ ids }) => ids ?? []) ?? []);
  expect(named).toEqual([own]);
});

test('a person without the right to a table hears nothing of it, and hears of it after gaining the right', async () => {
  const ana = await anEmpresa();
  const caio = await aColleague(ana, 'Caio Reis', 'consulta');
  const tab = await tabOf(caio);
  await tab.until(FIRST);
  const invite = () =>
    ana.post('/api/convites', {
      emails: [`${randomUUID()}@exemplo.com.br`],
      papel: 'vendas',
      ve_custo: false,
    });
  expect((await invite()).statusCode).toBe(201);
  await tab.until(announces('marcas', await aMarca(ana)));
  expect(tab.events.some(announces('convites'))).toBe(false);
  await ana.put(`/api/equipe/${caio.userId}`, { papel: 'administrador', ve_custo: true });
  await tab.until(announces('membros'));
  await invite();
  await tab.until(announces('convites'));
});

test('a tab that comes back with the last id misses nothing and gets nothing twice', async () => {
  const ana = await anEmpresa();
  const before = await tabOf(ana);
  await before.until(FIRST);
  const seen = await aMarca(ana);
  const { id: lastEventId } = await before.until(announces('marcas', seen));
  before.close();
  const missed = await aMarca(ana);
  const after = await tabOf(ana, lastEventId);
  const { data } = await after.until(FIRST);
  expect(data).toEqual({ novidades: [{ tabela: 'marcas', ids: [missed] }], recomece: false });
});

test('a change whose transaction began before another and ended after it is not lost', async () => {
  const ana = await anEmpresa();
  const tab = await tabOf(ana);
  await tab.until(FIRST);
  const slow = prumo.admin;
  const client = await slow.connect();
  const produto = randomUUID();
  await client.query('begin');
  await client.query(
    "insert into novidades (empresa_id, tabela, ids) values ($1, 'produtos', array[$2::uuid])",
    [...[ana.empresaId, produto]],
  );
  const { id } = await tab.until(announces('marcas', await aMarca(ana)));
  await client.query('commit');
  client.release();
  await tab.until(announces('produtos', produto));
  // A tab that comes back with the id in between gets it too.
  const later = await tabOf(ana, id);
  await later.until(announces('produtos', produto));
});

test('a position that is too old, or that nobody wrote, starts again', async () => {
  const ana = await anEmpresa();
  const ask = async (headers: Record<string, string>, idade = 0) =>
    (await ana.send('GET', `/api/novidades?idade=${idade}`, undefined, headers)).json() as Boletim;
  const { posicao, recomece } = await ask({});
  expect(recomece).toBe(false);
  expect((await ask({ 'last-event-id': posicao })).recomece).toBe(false);
  expect((await ask({}, 121)).recomece).toBe(true);
  expect((await ask({ 'last-event-id': 'inventada' }, 0)).recomece).toBe(true);
});

test('the first answer names what changed while the page loaded', async () => {
  const ana = await anEmpresa();
  const id = await aMarca(ana);
  const tab = await tabOf(ana);
  const { data } = await tab.until(FIRST);
  expect(data?.novidades).toContainEqual({ tabela: 'marcas', ids: [id] });
});

test('the stream of a removed person ends, and no later change reaches it', async () => {
  const ana = await anEmpresa();
  const bruno = await aColleague(ana, 'Bruno Lima', 'estoque');
  const tab = await tabOf(bruno, undefined, ana.empresaId);
  await tab.until(FIRST);
  expect((await ana.delete(`/api/equipe/${bruno.userId}`)).statusCode).toBe(204);
  const id = await aMarca(ana);
  await tab.ended;
  expect(tab.events.at(-1)?.event).toBe('fim');
  expect(tab.events.some(announces('marcas', id))).toBe(false);
  const again = await tabOf(bruno, undefined, ana.empresaId);
  expect(again.status).toBe(403);
});

test('the stream of a session that has ended or expired ends', async () => {
  const ana = await anEmpresa();
  const [left, expired] = [await tabOf(ana), await tabOf(await aColleague(ana))];
  await sql("update auth.sessions set expires_at = now() - interval '1 second' where user_id <> $1", [
    ana.userId,
  ]);
  await expired.ended;
  await ana.delete('/api/sessoes/atual');
  await left.ended;
});

test('many changed records of a table are one event without records', async () => {
  const ana = await anEmpresa();
  const tab = await tabOf(ana);
  await tab.until(FIRST);
  const db = openPool(1);
  await db.write({ sessionHash: null, empresaId: ana.empresaId, userId: ana.userId }, async (tx) => {
    await tx.query(
      `insert into marcas (empresa_id, nome, user_id) select $1, 'Marca ' || n, $2 from generate_series(1, 500) n`,
      [ana.userId],
    );
  });
  const { data } = await tab.until(announces('marcas'));
  expect(data?.novidades).toEqual([{ tabela: 'marcas', ids: null }]);
  expect(
    await sql('select count(*)::int as rows from novidades where empresa_id = $1', [ana.empresaId]),
  ).toEqual([{ rows: 1 }]);
});

test('a person opens at most thirty streams', async () => {
  const ana = await anEmpresa();
  const opened = await Promise.all(Array.from({ length: 30 }, () => tabOf(ana)));
  expect(opened.map(({ status }) => status)).toEqual(Array(30).fill(200));
  const refused = await tabOf(ana);
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('60');
});

test('the job removes the changes that no stream resumes', async () => {
  const ana = await anEmpresa();
  await aMarca(ana);
  await sql("update novidades set created_at = now() - interval '11 minutes' where empresa_id = $1", [
    ana.empresaId,
  ]);
  const kept = await anEmpresa();
  await aMarca(kept);
  await novidadesHandler({ db: openPool(1) }).run({} as never);
  const left = await sql('select empresa_id from novidades where empresa_id = any ($1)', [
    [ana.empresaId, kept.empresaId],
  ]);
  expect(left).toEqual([{ empresa_id: kept.empresaId }]);
});

test('a stopping server asks every tab to come back, and closes', async () => {
  const other = await testApp();
  await other.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = other.app.server.address() as AddressInfo;
  const ana = await other.anEmpresa();
  const tab = await openTab(`http://127.0.0.1:${port}/api/novidades`, { cookie: String(ana.cookie) });
  await tab.until(FIRST);
  await other.app.close();
  await tab.ended;
  expect(tab.events.at(-1)?.event).toBe('reabra');
});
