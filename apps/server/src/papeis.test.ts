import { randomUUID } from 'node:crypto';
import { equipe } from '@prumo/contract/equipe.ts';
import { DIREITOS, direitosOf, NOMES_DOS_DIREITOS, PAPEIS, temDireito } from '@prumo/contract/papeis.ts';
import { expect, test } from 'vitest';
import { membershipFindings } from '#testing/isolation/membership.ts';
import { rightFindings } from '#testing/isolation/model.ts';
import { papelFindings } from '#testing/isolation/papeis.ts';
import { removalFindings } from '#testing/isolation/removal.ts';
import { tableFindings } from '#testing/isolation/rights.ts';
import { isProduct } from '#testing/isolation/routes.ts';
import { openWorld } from '#testing/isolation/world.ts';
import { aRichEmpresa } from '#testing/rich-empresa.ts';
import { testApp } from '#testing/test-app.ts';

const prumo = await testApp();
const { app, sql, anEmpresa, aColleague } = prumo;

/** Leaving the empresa comes last, because the person has the rights of another empresa after it. */
const tenantRoutes = app.routeInventory
  .filter((route) => isProduct(route) && route.config.tenant)
  .sort((a, b) => Number(a.url === equipe.leave.url) - Number(b.url === equipe.leave.url));

test('the database states the same rights as the contract', async () => {
  for (const papel of PAPEIS)
    for (const veCusto of [true, false]) {
      const [row] = await sql('select direitos_of($1, $2) as direitos', [papel, veCusto]);
      const stated = new Set(String(row?.['direitos']).split(',').filter(Boolean));
      expect(stated, `${papel} ${veCusto}`).toEqual(new Set(direitosOf(papel, veCusto)));
    }
});

test('the dono has every right, and each right belongs to some papel', () => {
  expect(direitosOf('dono', false)).toEqual(NOMES_DOS_DIREITOS);
  for (const { papeis } of Object.values(DIREITOS)) expect(papeis).toContain('dono');
});

test.each(PAPEIS)(
  '[ASVS 8.2.1] a %s is refused by the routes whose right the papel lacks, and by no other',
  async (papel) => {
    const ana = await anEmpresa();
    const person = await aColleague(ana, 'Caio Mendes', papel);
    expect(tenantRoutes.length).toBeGreaterThan(50);
    for (const { method, url, config } of tenantRoutes) {
      if (!config.right) throw new Error(`${url} names no right`);
      const { statusCode, body } = await person.send(
        method as 'GET',
        url.replaceAll(/:\w+/g, randomUUID()),
        method === 'GET' || method === 'DELETE' ? undefined : {},
      );
      const isRefused = statusCode === 403 && JSON.parse(body).codigo === 'forbidden';
      expect(isRefused, `${method} ${url} answers ${statusCode} ${body}`).toBe(
        !temDireito(papel, config.right),
      );
    }
  },
);

test('a papel that loses a right is refused at the next request, and one that gains it is admitted', async () => {
  const ana = await anEmpresa();
  const caio = await aColleague(ana, 'Caio Mendes', 'estoque');
  const create = async () =>
    (await caio.post('/api/marcas', { nome: 'NGK', descricao: null, logo_url: null })).statusCode;
  const become = (papel: string) =>
    sql('update membros set papel = $2 where user_id = $1', [caio.userId, papel]);
  expect(await create()).toBe(201);
  await become('consulta');
  expect(await create()).toBe(403);
  await become('administrador');
  expect(await create()).toBe(201);
});

test('[ASVS 8.3.1] the tables refuse every write that the papel lacks the right for, also when a route forgets it', async () => {
  const a = await aRichEmpresa(prumo, `canario-${randomUUID()}`);
  expect(await tableFindings(prumo, a)).toEqual([]);
});

test('a route that changes something needs a right that not everybody has', () => {
  expect(rightFindings(tenantRoutes)).toEqual([]);
});

test('[ASVS 8.3.2] a removed membro and an ended session are refused at the next request', async () => {
  expect((await removalFindings(prumo, 'one papel per route')).findings).toEqual([]);
});

test('[ASVS 8.4.1] each call reaches the empresa of its page, with the papel of the person there', async () => {
  const { findings } = await papelFindings(prumo, await openWorld(prumo), { atMost: 500 });
  expect(findings).toEqual([]);
});

test('a convite joins once, and the last dono stays whatever a route forgets', async () => {
  expect(await membershipFindings(prumo)).toEqual([]);
});

test('a person of estoque deletes a fornecedor that an importacao names, without the right to import', async () => {
  const ana = await aRichEmpresa(prumo, `canario-${randomUUID()}`);
  const caio = await aColleague(ana, 'Caio Mendes', 'estoque');
  const created = await ana.send('POST', '/api/fornecedores', {
    ...{ nome: 'Autopeças Aurora Ltda', cpf_cnpj: '19.131.243/0001-97', email: 'vendas@aurora.com.br' },
    ...{ telefone: null, cep: null, endereco: null, numero: null, complemento: null, bairro: null },
    ...{ cidade: null, estado: null },
  });
  const { id } = created.json();
  const named = await sql('update importacoes set fornecedor_id = $2 where empresa_id = $1 returning id', [
    ana.empresaId,
    id,
  ]);
  expect(named.length).toBeGreaterThan(0);
  const deleted = await caio.send('DELETE', `/api/fornecedores/${id}`);
  expect(deleted.statusCode, deleted.body).toBe(200);
  const left = await sql('select id from importacoes where empresa_id = $1 and fornecedor_id is not null', [
    ana.empresaId,
  ]);
  expect(left).toEqual([]);
  const changed = sql(
    `with papel as materialized (select set_config('app.direitos', ',consultar,', true))
     update importacoes set fornecedor_id = null, aviso = 'x' from papel where empresa_id = $1`,
    [ana.empresaId],
  );
  await expect(changed).rejects.toThrow('lacks the right integrar');
});
