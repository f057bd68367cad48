import { randomUUID } from 'node:crypto';
import { equipe } from '@prumo/contract/equipe.ts';
import { DIREITOS, direitosOf, NOMES_DOS_DIREITOS, PAPEIS, temDireito } from '@prumo/contract/papeis.ts';
import { expect, test } from 'vitest';
import { isProduct } from '#testing/isolation.routes.ts';
import { aRichEmpresa } from '#testing/rich-empresa.ts';
import { testApp } from '#testing/test-app.ts';

const prumo = await testApp();
const { app, sql, anEmpresa, aColleague, openPool } = prumo;

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

/** Tables that every membro may write, because no record of a person is in them or only jobs write them. */
const FOR_EVERYBODY = new Set([
  ...['contadores', 'historico', 'idempotency_keys'],
  ...['anuncios', 'categorias_externas', 'importacao_fotos', 'importacao_itens', 'mercado_livre_config'],
  ...['mercado_livre_tokens', 'notificacoes', 'pedidos', 'pedidos_anuncio', 'pedidos_anuncio_bloco'],
  ...['pedidos_anuncio_dia', 'pedidos_atraso', 'pedidos_dia', 'pedidos_sincronia', 'movimentos_recusados'],
  // The triggers of produtos write these.
  'produto_fotos',
]);

test('the database refuses every write of a consulta, also when a route forgets its right', async () => {
  const a = await aRichEmpresa(prumo, `canario-${randomUUID()}`);
  const { sessionHash, empresaId, userId } = await aColleague(a, 'Jussara Teles', 'consulta');
  const db = openPool(2);
  const tables = await sql(
    `select c.relname as name, exists (
         select from pg_attribute v where v.attrelid = c.oid and v.attname = 'versao' and v.attnum > 0) as versioned,
       has_table_privilege('app', c.oid, 'insert') as insertable
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'empresa_id')
       and (has_any_column_privilege('app', c.oid, 'update') or has_table_privilege('app', c.oid, 'insert'))`,
  );
  const guarded = tables.filter(({ name }) => !FOR_EVERYBODY.has(String(name)));
  expect(guarded.length).toBeGreaterThan(10);
  for (const { name, versioned, insertable } of guarded) {
    const statement = versioned
      ? `update ${name} set versao = versao + 1 where empresa_id = $1`
      : insertable
        ? `insert into ${name} (empresa_id) select $1 where false`
        : `update ${name} set papel = papel where empresa_id = $1`;
    const written = db.write({ sessionHash, empresaId, userId }, (tx) => tx.query(statement));
    await expect(written, String(name)).rejects.toMatchObject({ code: 'PR403' });
  }
});
