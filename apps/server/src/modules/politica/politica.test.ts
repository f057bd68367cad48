import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Client } from '#testing/harness.ts';
import { MARKETPLACE, mercadoLivreApp } from '#testing/mercado-livre.ts';

const prumo = await mercadoLivreApp();
const { anEmpresa, aColleague, withTwoStep, aSeller, authorize, connect, aProof, sql, callsOf } = prumo;

type Person = Client & { userId: string; empresaId: string };

const demand = async (person: Client, exige_duas_etapas: boolean) => {
  const answer = await person.put('/api/politica', { exige_duas_etapas });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const growStale = ({ userId }: Person) =>
  sql("update auth.sessions set confirmed_at = now() - interval '11 minutes' where user_id = $1", [userId]);
const start = (person: Client) =>
  person.post('/api/contas/conexoes', {
    marketplace: MARKETPLACE,
    code_challenge: aProof().code_challenge,
  });

const REFUSAL = {
  codigo: 'two_step_required',
  mensagem: 'Sua empresa exige a verificação em duas etapas para conectar contas. Ligue-a e tente de novo.',
};

test('an empresa demands nothing until a person of it decides so', async () => {
  const ana = await anEmpresa();
  expect((await ana.get('/api/politica')).json()).toEqual({
    exige_duas_etapas: false,
    alterada_em: null,
    alterada_por: null,
  });
  const connected = await connect(ana, await aSeller());
  expect(connected.statusCode, connected.body).toBe(201);
});

test('a change applies to the whole empresa and to no other, and the response names its author', async () => {
  const ana = await anEmpresa('Ana Souza');
  const bruno = await aColleague(ana);
  const carla = await anEmpresa('Carla Dias');
  expect(await demand(ana, true)).toEqual({
    exige_duas_etapas: true,
    alterada_em: expect.any(String),
    alterada_por: 'Ana Souza',
  });
  expect((await bruno.get('/api/politica')).json()).toMatchObject({ exige_duas_etapas: true });
  expect((await start(bruno)).json()).toMatchObject(REFUSAL);
  expect((await carla.get('/api/politica')).json()).toMatchObject({ exige_duas_etapas: false });
  expect((await start(carla)).statusCode).toBe(201);
  expect(await demand(bruno, false)).toMatchObject({ exige_duas_etapas: false, alterada_por: 'Bruno Lima' });
  const rows = await sql(
    'select user_id, exige_duas_etapas from politicas where empresa_id = $1 order by id',
    [ana.empresaId],
  );
  expect(rows).toEqual([
    { user_id: ana.userId, exige_duas_etapas: true },
    { user_id: bruno.userId, exige_duas_etapas: false },
  ]);
});

test('switching the demand off needs a fresh proof of identity, and switching it on needs none', async () => {
  const ana = await anEmpresa();
  await growStale(ana);
  await demand(ana, true);
  const refused = await ana.put('/api/politica', { exige_duas_etapas: false });
  expect(refused.statusCode).toBe(403);
  expect(refused.json().codigo).toBe('confirm_identity');
  expect((await ana.get('/api/politica')).json()).toMatchObject({ exige_duas_etapas: true });
  await sql('update auth.sessions set confirmed_at = now() where user_id = $1', [ana.userId]);
  expect(await demand(ana, false)).toMatchObject({ exige_duas_etapas: false });
});

test('while two-step verification is demanded, a person without it cannot start, finish or move a connection', async () => {
  const ana = await anEmpresa();
  const begun = await authorize(ana, await aSeller());
  await demand(ana, true);
  const exchanges = await callsOf('POST /oauth/token');
  for (const refused of [
    await start(ana),
    await ana.post('/api/contas', begun),
    await ana.post(`/api/contas/conexoes/${randomUUID()}/mover`),
  ]) {
    expect(refused.statusCode, refused.body).toBe(403);
    expect(refused.json()).toMatchObject(REFUSAL);
  }
  expect(await callsOf('POST /oauth/token')).toBe(exchanges);
  expect((await ana.get('/api/contas')).json().itens).toEqual([]);
  // The refusal did not spend the code. With a second factor the same code is exchanged.
  await withTwoStep(ana);
  expect((await ana.post('/api/contas', begun)).statusCode).toBe(201);
});

test('while two-step verification is demanded, a person with a second factor connects as before', async () => {
  const ana = await withTwoStep(await anEmpresa());
  await demand(ana, true);
  expect((await connect(ana, await aSeller())).statusCode).toBe(201);
});

test('reads and disconnections need no second factor', async () => {
  const ana = await anEmpresa();
  const conta = (await connect(ana, await aSeller())).json();
  await demand(ana, true);
  const [dateFrom, dateTo] = [new Date(Date.now() - 86_400_000), new Date()].map((each) =>
    each.toISOString(),
  );
  expect((await ana.get(`/api/marketplaces/${MARKETPLACE}/configuracao`)).statusCode).toBe(200);
  expect((await ana.get('/api/contas')).json().itens).toHaveLength(1);
  expect((await ana.get(`/api/contas/${conta.id}`)).statusCode).toBe(200);
  expect((await ana.get(`/api/importacoes?conta_id=${conta.id}`)).statusCode).toBe(200);
  expect((await ana.post('/api/analises', { accountId: conta.id, dateFrom, dateTo })).statusCode).toBe(200);
  expect((await ana.delete(`/api/contas/${conta.id}`)).statusCode).toBe(200);
});

test('only the three routes of a connection declare `twoStep`', () => {
  const declared = prumo.app.routeInventory.filter(({ config }) => config.twoStep);
  expect(declared.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'POST /api/contas/conexoes',
    'POST /api/contas',
    'POST /api/contas/conexoes/:id/mover',
  ]);
});
