import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Analise } from '@prumo/contract/analises.ts';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { marketplaceModules } from '#parts.ts';
import type { Client } from '#testing/harness.ts';
import { aDeposito, aProduto } from '#testing/stock.ts';
import { testApp } from '#testing/test-app.ts';
import { openWorker } from '#worker.ts';
import { feira, SECRET } from './feira.ts';
import { openWorld, type Venda } from './world.ts';

const picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: 'teal' } })
  .png()
  .toBuffer();
const pictures = createServer((_request, response) => response.end(picture));
await once(pictures.listen(0, '127.0.0.1'), 'listening');
afterAll(() => pictures.close());
const host = `127.0.0.1:${(pictures.address() as AddressInfo).port}`;

const world = openWorld();
const elsewhere = openWorld();
/** Registers each marketplace. The second Feira has sellers with the same ids. */
const modules = [...marketplaceModules, feira('feira', world, [host]), feira('outra-feira', elsewhere, [])];
const prumo = await testApp({}, modules);
const worker = await openWorker(prumo.config, modules);
afterAll(() => worker.close());
const { sql } = prumo;

/** Runs the OAuth flow as the page does. */
async function connect(person: Client, loja: string, marketplace = 'feira', at = world) {
  const code_verifier = randomBytes(32).toString('base64url');
  const code_challenge = createHash('sha256').update(code_verifier).digest('base64url');
  const configuration = await person.get(`/api/marketplaces/${marketplace}/configuracao`);
  expect(configuration.json()).toMatchObject({ client_id: 'prumo-na-feira' });
  const started = await person.post('/api/contas/conexoes', { marketplace, code_challenge });
  expect(started.statusCode, started.body).toBe(201);
  const code = at.agree(loja, code_challenge);
  const { state } = started.json();
  return person.post('/api/contas', { marketplace, code, state, code_verifier });
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Creates a sale in the own format of the marketplace. */
const venda = (loja: string, numero: string, rest: Partial<Venda> = {}) => ({
  ...{ loja, numero, estado: 'faturado' as const, produto: `${loja}/of-0B`, nome: 'Vela de barco' },
  ...{ pecas: 1, centavos: 1990, comissao: 199, devolvido: 0 },
  ...rest,
});

async function analyse(person: Client, accountId: string): Promise<Analise> {
  const [dateFrom, dateTo] = [Date.now() - 30 * DAY, Date.now() + HOUR].map((ms) =>
    new Date(ms).toISOString(),
  );
  const answer = await person.post('/api/analises', { accountId, dateFrom, dateTo });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

test('a seller connects, and the sales come in exact sums with the states of the other marketplace', async () => {
  world.sell(venda('loja-7', 'ped-00A1', { pecas: 2, centavos: 3001, devolvido: 101 }), 9 * DAY);
  world.sell(venda('loja-7', 'ped-00A2', { estado: 'em_separacao', centavos: 1999 }), 5 * DAY);
  world.sell(venda('loja-7', 'ped-00A3', { estado: 'desfeito', centavos: 77 }), 2 * DAY);
  world.sell(venda('loja-7', 'ped-00A4', { estado: 'aguardando' }), DAY);
  world.sell(venda('loja-7', 'ped-00A5', { produto: 'loja-7/of-0C', nome: 'Remo', centavos: 9 }), 3 * HOUR);
  const ana = await prumo.anEmpresa();
  const connected = await connect(ana, 'loja-7');
  expect(connected.statusCode, connected.body).toBe(201);
  expect(connected.json()).toMatchObject({
    ...{ marketplace: 'feira', user_ml_id: 'loja-7', nickname: 'Banca loja-7', situacao: 'ativa' },
  });
  const { id } = connected.json();
  await expect.poll(async () => (await analyse(ana, id)).sincronia.em_andamento).toBe(false);
  const analise = await analyse(ana, id);
  expect(analise).toMatchObject({
    revenue: {
      ...{ total: '50.09', orders_count: 3, units: 4, refunds: '1.01', fees: '5.97' },
      ...{ canceled_count: 1, canceled_total: '0.77' },
    },
    mais_vendidos: [
      { anuncio_id: 'loja-7/of-0B', titulo: 'Vela de barco', total: '50.00', pedidos: 2 },
      { anuncio_id: 'loja-7/of-0C', titulo: 'Remo', total: '0.09', pedidos: 1 },
    ],
    ...{ listings: { active: 0 }, reputation: null, limites: [], avisos: [] },
  });
});

test('a notification of another shape brings a new sale, and a poll brings one that was not announced', async () => {
  const ana = await prumo.anEmpresa();
  const sold = world.sell(venda('loja-8', 'ped-1'), DAY);
  const { id } = (await connect(ana, 'loja-8')).json();
  const count = async () => (await analyse(ana, id)).revenue?.orders_count;
  await expect.poll(async () => (await analyse(ana, id)).sincronia.em_andamento).toBe(false);
  expect(await count()).toBe(1);

  world.sell(venda('loja-8', 'ped-2'));
  const notify = (payload: object, path = SECRET) =>
    prumo.app.inject({ method: 'POST', url: `/api/notificacoes/feira/${path}`, payload });
  for (const message of [{}, { user_id: 8, topic: 'orders_v2', resource: '/orders/2' }])
    expect((await notify(message)).statusCode).toBe(200);
  expect((await notify({ banca: 'loja-8', evento: 'venda.mudou', ref: 'ped-2' })).statusCode).toBe(200);
  await expect.poll(count).toBe(2);

  world.change(sold, { estado: 'desfeito' });
  const due =
    "update pedidos_atraso set conferir_em = now() - interval '1 second' where seller_id = 'loja-8'";
  await sql(due);
  await expect.poll(async () => (await analyse(ana, id)).revenue?.canceled_count).toBe(1);
  expect(await count()).toBe(1);
});

test('offers become produtos with stock and photos, in the marketplace’s own words', async () => {
  const retratos = [`http://${host}/vela.png`];
  const offer = { loja: 'loja-9', setor: 'Náutica:Velas', marca: 'Brisa', centavos: 12_345, retratos };
  const tipos = { azul: { pecas: 4, sku: 'VELA-A' }, verde: { pecas: 1, sku: 'VELA-V' } };
  world.offer({ ...offer, codigo: 'loja-9/of-0A', nome: 'Vela', exposta: true, tipos });
  const plain = { '': { pecas: 7, sku: 'REMO' } };
  world.offer({ ...offer, codigo: 'loja-9/of-0B', nome: 'Remo', exposta: true, tipos: plain, retratos: [] });
  world.offer({ ...offer, codigo: 'loja-9/of-0C', nome: 'Boia', exposta: false, tipos: plain, retratos: [] });
  const ana = await prumo.anEmpresa();
  const { id: conta_id } = (await connect(ana, 'loja-9')).json();
  const created = await ana.post('/api/importacoes', { conta_id, estados: ['ativos'] });
  expect(created.statusCode, created.body).toBe(201);
  const url = `/api/importacoes/${created.json().id}`;
  const situacao = async () => (await ana.get(url)).json().situacao;
  await expect.poll(situacao).toBe('pronta');
  expect((await ana.get(url)).json().contagem).toMatchObject({ anuncios: 3, criar: 3, recusados: 1 });
  const [refused] = (await ana.get(`${url}/anuncios?grupo=recusados`)).json().itens;
  expect(refused).toMatchObject({
    ...{ anuncio_id: 'loja-9/of-0C', estado: 'recolhido', motivo: 'A oferta está recolhida na Feira.' },
  });
  expect((await ana.get(`${url}/categorias`)).json().itens).toMatchObject([
    { categoria_ml_id: 'Náutica:Velas', nome: 'Velas', caminho: 'Náutica > Velas', anuncios: 2 },
  ]);

  const { fornecedor_id } = await aProduto(ana, { sku: 'ANTES' });
  const choices = { deposito_id: await aDeposito(ana), fornecedor_id, estoque_full: false };
  const started = await ana.post(`${url}/iniciar`, choices);
  expect(started.statusCode, started.body).toBe(200);
  await expect.poll(situacao).toBe('concluida');
  expect((await ana.get(url)).json().contagem).toMatchObject({ criados: 3, fotos: 2, fotos_feitas: 2 });
  expect(
    await sql(
      `select p.sku, p.nome, p.preco_venda::text as preco, p.estoque_inicial::int as estoque, cardinality(p.fotos) as fotos,
         m.motivo from produtos p join movimentos_estoque m on m.empresa_id = p.empresa_id and m.produto_id = p.id
       where p.empresa_id = $1 and p.sku <> 'ANTES' order by p.sku`,
      [ana.empresaId],
    ),
  ).toEqual([
    { sku: 'REMO', nome: 'Remo', preco: '123.45', estoque: 7, fotos: 0, motivo: 'Importação da Feira' },
    {
      sku: 'VELA-A',
      nome: 'Vela — azul',
      preco: '123.45',
      estoque: 4,
      fotos: 1,
      motivo: 'Importação da Feira',
    },
    {
      sku: 'VELA-V',
      nome: 'Vela — verde',
      preco: '123.45',
      estoque: 1,
      fotos: 1,
      motivo: 'Importação da Feira',
    },
  ]);
});

test('an account is a marketplace and an id: the same id at another marketplace is another account', async () => {
  const [ana, bruno] = [await prumo.anEmpresa(), await prumo.anEmpresa('Bruno Lima')];
  expect((await connect(ana, 'loja-5')).statusCode).toBe(201);
  expect((await connect(bruno, 'loja-5', 'outra-feira', elsewhere)).statusCode).toBe(201);
  expect((await connect(bruno, 'loja-5')).json()).toMatchObject({
    mensagem: expect.stringMatching(/^A conta @Banca loja-5 já está conectada em outra empresa/),
  });
  expect(
    await sql("select marketplace, empresa_id from marketplaces.donos where seller_id = 'loja-5' order by 1"),
  ).toEqual([
    { marketplace: 'feira', empresa_id: ana.empresaId },
    { marketplace: 'outra-feira', empresa_id: bruno.empresaId },
  ]);
});

test('a failure is told in the marketplace’s own words, and an unknown marketplace does not exist', async () => {
  const ana = await prumo.anEmpresa();
  const { id } = (await connect(ana, 'loja-6')).json();
  world.fail(true);
  const { avisos } = await analyse(ana, id);
  world.fail(false);
  expect(avisos).toContain('A Feira não respondeu agora. Use Atualizar Dados daqui a pouco.');
  const code_challenge = randomBytes(32).toString('base64url');
  const unknown = await ana.post('/api/contas/conexoes', { marketplace: 'mercado-central', code_challenge });
  expect([unknown.statusCode, unknown.json().mensagem]).toEqual([404, 'Este marketplace não existe.']);
});

test('disconnecting ends the authorization at the marketplace', async () => {
  const ana = await prumo.anEmpresa();
  const { id } = (await connect(ana, 'loja-4')).json();
  expect(world.isAuthorized('loja-4')).toBe(true);
  expect((await ana.delete(`/api/contas/${id}`)).statusCode).toBe(200);
  const left = async () => (await sql('select from mercado_livre_tokens where conta_id = $1', [id])).length;
  await expect.poll(left).toBe(0);
  expect(world.isAuthorized('loja-4')).toBe(false);
});
