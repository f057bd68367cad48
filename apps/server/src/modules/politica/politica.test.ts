import { randomUUID } from 'node:crypto';
import { HORAS_PARA_DUAS_ETAPAS } from '@prumo/contract/politica.ts';
import { describe, expect, test } from 'vitest';
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
/** Moves everything that decides about the time of grace into the past, instead of waiting. */
const pass = async (interval: string, { empresaId }: { empresaId: string }) => {
  await sql('update politicas set created_at = created_at - $2::interval where empresa_id = $1', [
    ...[empresaId, interval],
  ]);
  await sql('update membros set created_at = created_at - $2::interval where empresa_id = $1', [
    ...[empresaId, interval],
  ]);
};
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
  expect((await start(bruno)).statusCode).toBe(201);
  await pass('25 hours', ana);
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

describe('the day of grace', () => {
  const prazoOf = async (person: Client): Promise<string | null> =>
    (await person.get('/api/sessoes/atual')).json().sessao.empresa.duas_etapas_ate;
  const switchedOn = async ({ empresaId }: Person) => {
    const [row] = await sql('select min(created_at)::text as em from politicas where empresa_id = $1', [
      empresaId,
    ]);
    return new Date(String(row?.['em'])).getTime();
  };
  const hoursAfter = async (person: Client, instant: number) =>
    (Date.parse((await prazoOf(person)) ?? '') - instant) / 3_600_000;

  test('the other people connect for 24 hours more, and the session tells them until when', async () => {
    const ana = await anEmpresa();
    const bruno = await aColleague(ana);
    expect(await prazoOf(bruno)).toBeNull();
    await demand(ana, true);
    expect(await hoursAfter(bruno, await switchedOn(ana))).toBeCloseTo(HORAS_PARA_DUAS_ETAPAS, 6);
    await pass('23 hours 59 minutes', ana);
    expect((await start(bruno)).statusCode).toBe(201);
    await pass('1 minute', ana);
    expect((await start(bruno)).json()).toMatchObject(REFUSAL);
    await withTwoStep(bruno);
    expect(await prazoOf(bruno)).toBeNull();
    expect((await start(bruno)).statusCode).toBe(201);
  });

  test('the person who switches the demand on has none', async () => {
    const ana = await anEmpresa();
    await demand(ana, true);
    expect(await hoursAfter(ana, await switchedOn(ana))).toBeCloseTo(0, 6);
    expect((await start(ana)).json()).toMatchObject(REFUSAL);
  });

  test('a person who joins later has 24 hours from then', async () => {
    const ana = await anEmpresa();
    await demand(ana, true);
    await pass('30 days', ana);
    const bruno = await aColleague(ana);
    expect((await start(bruno)).statusCode).toBe(201);
    await pass('24 hours', ana);
    expect((await start(bruno)).json()).toMatchObject(REFUSAL);
  });

  test('saving the demand again gives no more time, and switching it off and on does', async () => {
    const ana = await anEmpresa();
    const bruno = await aColleague(ana);
    await demand(ana, true);
    await pass('24 hours', ana);
    await demand(ana, true);
    expect((await start(bruno)).json()).toMatchObject(REFUSAL);
    await demand(ana, false);
    expect(await prazoOf(bruno)).toBeNull();
    expect((await start(bruno)).statusCode).toBe(201);
    await demand(ana, true);
    expect((await start(bruno)).statusCode).toBe(201);
    expect(await prazoOf(bruno)).not.toBeNull();
  });

  test('another empresa of the same person says nothing about it', async () => {
    const [ana, carla] = [await anEmpresa(), await anEmpresa()];
    await demand(ana, true);
    await sql("insert into membros (empresa_id, user_id, papel) values ($1, $2, 'vendas')", [
      ...[ana.empresaId, carla.userId],
    ]);
    expect(await prazoOf(carla)).toBeNull();
    const tab = await carla.send('GET', '/api/sessoes/atual', undefined, { 'x-empresa': ana.empresaId });
    expect(tab.json().sessao.empresa).toMatchObject({
      id: ana.empresaId,
      duas_etapas_ate: expect.any(String),
    });
  });
});
