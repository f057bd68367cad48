import { afterAll, expect, test } from 'vitest';
import { importacoesHandlers } from '#modules/importacoes/importacoes.job.ts';
import { importacoesApp } from '#testing/importacoes.ts';
import { mercadoLivreApp } from '#testing/mercado-livre.ts';

const prumo = await mercadoLivreApp();
const { misbehave, behave, callsOf, control, sql, sandbox } = prumo;
const shop = await importacoesApp(prumo);
afterAll(() => shop.close());

const SEARCH = 'GET /users/:id/items/search';
const BULK = 'GET /items/bulk';
const truth = async (seller: number): Promise<{ total: number; status: Record<string, number> }> =>
  (await (await fetch(`${sandbox.url}/_mercado-livre/vendedores/${seller}/anuncios`)).json()) as never;

test('every anuncio of the account is read once, with the fewest calls, and has an outcome', async () => {
  const one = await shop.aShopWith({ anuncios: 430 });
  const { situacao, contagem, id } = await shop.read(one);
  expect(situacao).toBe('pronta');
  expect(contagem).toMatchObject({ anuncios: 430, lidos: 430, feitos: 0 });
  const { itens, criar, ligar, conferir, ignorar, recusados } = contagem;
  expect(criar + ligar + conferir + ignorar + recusados).toBe(itens);
  expect(itens).toBeGreaterThan(430);
  const anuncios = await shop.anunciosOf(one.ana, id);
  expect(anuncios).toHaveLength(itens);
  expect(new Set(anuncios.map(({ anuncio_id }) => anuncio_id)).size).toBe(430);
  const calls = (await callsOf(SEARCH, one.seller)) + (await callsOf(BULK, one.seller));
  expect(calls).toBeLessThanOrEqual(Math.ceil(430 / 100) + 1 + Math.ceil(430 / 20));
  expect(await callsOf('GET /categories/:id', one.seller)).toBeLessThanOrEqual(20);
});

test('only the chosen states are read, and an anuncio that cannot be imported has a reason', async () => {
  const one = await shop.aShopWith({ anuncios: 300 });
  const { status } = await truth(one.seller);
  const paused = await shop.read(one, ['pausados']);
  expect(paused.contagem).toMatchObject({ anuncios: status['paused'], recusados: 0 });
  await one.ana.post(`/api/importacoes/${paused.id}/cancelar`);

  const all = await shop.read(one);
  const refused = await shop.anunciosOf(one.ana, all.id, 'grupo=recusados');
  expect(new Set(refused.map(({ anuncio_id }) => anuncio_id)).size).toBeGreaterThan(0);
  const others = refused.filter(({ estado }) => !['ativo', 'pausado', 'encerrado'].includes(estado));
  expect(others.length).toBeGreaterThan(0);
  for (const { motivo } of refused) expect(motivo).toMatch(/^O anúncio .+\.$/);
});

test('an anuncio that is deleted or unreadable when it is read is refused with a message', async () => {
  const one = await shop.aShopWith({ anuncios: 30 });
  const created = (
    await one.ana.post('/api/importacoes', { conta_id: one.contaId, estados: ['ativos'] })
  ).json();
  await sql(
    `insert into importacao_itens (empresa_id, importacao_id, anuncio_id)
     select empresa_id, id, unnest(array['MLB9999999999', 'MLB1000000000']) from importacoes where id = $1`,
    [created.id],
  );
  await shop.run(created.id);
  const refused = await shop.anunciosOf(one.ana, created.id, 'grupo=recusados');
  expect(Object.fromEntries(refused.map(({ anuncio_id, motivo }) => [anuncio_id, motivo]))).toMatchObject({
    MLB9999999999: 'O anúncio não existe mais no Mercado Livre.',
    MLB1000000000: 'O Mercado Livre não deixa ler este anúncio.',
  });
});

test('after any failure or kill the reading resumes, and no anuncio is duplicated or lost', async () => {
  const one = await shop.aShopWith({ anuncios: 350 });
  const created = await one.ana.post('/api/importacoes', {
    conta_id: one.contaId,
    estados: ['ativos', 'pausados', 'encerrados'],
  });
  const { id } = created.json();
  const faults = ['500', 'fora-depois', 'truncado', '429', 'html', 'forma', '401', '206', 'parcial'];
  for (const route of [SEARCH, BULK])
    for (const fault of faults) {
      await misbehave({ 'mercado-livre': fault, rota: `${route} ${one.seller}` });
      await shop.run(id);
    }
  await behave();
  for (let n = 0; n < 5 && (await shop.leaseOf(id))?.['situacao'] === 'lendo'; n++) await shop.run(id);
  const { situacao, contagem, aviso } = (await one.ana.get(`/api/importacoes/${id}`)).json();
  expect({ situacao, aviso }).toEqual({ situacao: 'pronta', aviso: null });
  expect(contagem).toMatchObject({ anuncios: 350, lidos: 350 });
  const rows = await shop.anunciosOf(one.ana, id);
  expect(new Set(rows.map(({ anuncio_id }) => anuncio_id)).size).toBe(350);
  expect(rows.filter(({ motivo }) => motivo?.includes('por inteiro'))).toEqual([]);
});

test('anuncios that fail inside a bulk answer are retried, and none is refused for it', async () => {
  const one = await shop.aShopWith({ anuncios: 60 });
  const created = await one.ana.post('/api/importacoes', { conta_id: one.contaId, estados: ['ativos'] });
  const { id } = created.json();
  await misbehave({ 'mercado-livre': '206', rota: `${BULK} ${one.seller}`, vezes: 100 });
  await shop.run(id);
  const held = (await one.ana.get(`/api/importacoes/${id}`)).json();
  expect(held.aviso).toBe('O Mercado Livre não está respondendo. A importação continua sozinha.');
  await behave();
  await misbehave({ 'mercado-livre': 'parcial', rota: `${BULK} ${one.seller}`, vezes: 100 });
  await shop.run(id);
  expect((await one.ana.get(`/api/importacoes/${id}`)).json()).toMatchObject({
    situacao: 'pronta',
    contagem: { lidos: held.contagem.anuncios },
  });
  const rows = await shop.anunciosOf(one.ana, id);
  expect(rows.filter(({ motivo }) => motivo?.includes('por inteiro'))).toEqual([]);
});

test('categorias are stored as they arrive, and a retry asks only for the rest', async () => {
  const one = await shop.aShopWith({ anuncios: 60 });
  const created = await one.ana.post('/api/importacoes', { conta_id: one.contaId, estados: ['ativos'] });
  const { id } = created.json();
  const known = async () =>
    Number(
      (
        await sql('select count(*) as n from categorias_externas where empresa_id = $1', [one.ana.empresaId])
      )[0]?.['n'],
    );
  await sql(
    `create function refuse_fifth() returns trigger language plpgsql as $$
     begin if (select count(*) from categorias_externas c where c.empresa_id = new.empresa_id) >= 4 then
       raise exception 'killed'; end if; return new; end $$;
     create trigger refuse_fifth before insert on categorias_externas for each row execute function refuse_fifth()`,
  );
  await expect(shop.run(id)).rejects.toThrow('killed');
  await sql('drop trigger refuse_fifth on categorias_externas');
  expect(await known()).toBe(4);
  await shop.run(id);
  expect((await shop.leaseOf(id))?.['situacao']).toBe('pronta');
  // Only the categorias of the interrupted batch were requested twice.
  expect((await callsOf('GET /categories/:id', one.seller)) - (await known())).toBeLessThanOrEqual(4);
});

test('a search whose answer was lost restarts at the other end of the list', async () => {
  const one = await shop.aShopWith({ anuncios: 350 });
  const created = await one.ana.post('/api/importacoes', {
    conta_id: one.contaId,
    estados: ['ativos', 'pausados', 'encerrados'],
  });
  const { id } = created.json();
  // A trigger refuses the third page, which simulates the death of the worker.
  await sql(
    `create function refuse_third() returns trigger language plpgsql as $$
     begin if (new.varredura::jsonb ->> 'seen')::int > 200 then raise exception 'killed'; end if; return new; end $$;
     create trigger refuse_third before update on importacoes for each row execute function refuse_third()`,
  );
  await expect(shop.run(id)).rejects.toThrow('killed');
  await sql('drop trigger refuse_third on importacoes');
  const [left] = await sql(
    "select varredura::jsonb ->> 'seen' as seen, varredura::jsonb ->> 'scroll' as scroll from importacoes where id = $1",
    [id],
  );
  expect(left).toEqual({ seen: '200', scroll: expect.any(String) });
  await shop.run(id);
  expect((await one.ana.get(`/api/importacoes/${id}`)).json().contagem).toMatchObject({
    anuncios: 350,
    lidos: 350,
  });
  // At most seven calls: three pages with the lost one, one call with the used-up scroll, and three pages
  // from the other end back to the known anuncios.
  expect(await callsOf(SEARCH, one.seller)).toBeLessThanOrEqual(3 + 1 + 3);
});

test('an unavailable marketplace delays the reading with a message, and the reading resumes by itself', async () => {
  const one = await shop.aShopWith({ anuncios: 20 });
  const created = await one.ana.post('/api/importacoes', { conta_id: one.contaId, estados: ['ativos'] });
  const { id } = created.json();
  await misbehave({ 'mercado-livre': 'forma', rota: `${BULK} ${one.seller}` });
  await shop.run(id);
  const held = (await one.ana.get(`/api/importacoes/${id}`)).json();
  expect(held).toMatchObject({
    situacao: 'lendo',
    aviso: 'O Mercado Livre não está respondendo. A importação continua sozinha.',
  });
  await behave();
  await shop.run(id);
  expect((await one.ana.get(`/api/importacoes/${id}`)).json()).toMatchObject({
    situacao: 'pronta',
    aviso: null,
  });
});

test('an import without progress for a minute says so, and one that waits for a person does not', async () => {
  const one = await shop.aShopWith({ anuncios: 20 });
  const created = await one.ana.post('/api/importacoes', { conta_id: one.contaId, estados: ['ativos'] });
  const { id } = created.json();
  const aviso = async () => (await one.ana.get(`/api/importacoes/${id}`)).json().aviso;
  expect(await aviso()).toBeNull();
  await sql("update importacoes set progresso_em = now() - interval '61 seconds' where id = $1", [id]);
  expect(await aviso()).toBe('Está demorando mais que o normal. A importação continua sozinha.');
  await shop.run(id);
  await sql("update importacoes set progresso_em = now() - interval '61 seconds' where id = $1", [id]);
  // The import waits for a person.
  expect(await aviso()).toBeNull();
});

test('without the seller’s authorization the import stops, and it resumes after a reconnection', async () => {
  const one = await shop.aShopWith({ anuncios: 20 });
  const created = await one.ana.post('/api/importacoes', { conta_id: one.contaId, estados: ['ativos'] });
  const { id } = created.json();
  await control(`/vendedores/${one.seller}/senha`);
  await sql('update mercado_livre_tokens set expires_at = now() where conta_id = $1', [one.contaId]);
  await shop.run(id);
  expect((await one.ana.get(`/api/importacoes/${id}`)).json()).toMatchObject({
    situacao: 'interrompida',
    aviso: 'Esta conta perdeu a autorização. Reconecte-a em Integrações.',
  });
  expect((await one.ana.post(`/api/importacoes/${id}/retomar`)).statusCode).toBe(409);
  await one.ana.delete(`/api/contas/${one.contaId}`);
  const conta = (await prumo.connect(one.ana, one.seller)).json();
  const listed = (await one.ana.get(`/api/importacoes?conta_id=${conta.id}`)).json().itens;
  expect(listed).toMatchObject([{ id, conta_id: conta.id }]);
  expect((await one.ana.post(`/api/importacoes/${id}/retomar`)).json().situacao).toBe('lendo');
  await shop.run(id);
  expect((await one.ana.get(`/api/importacoes/${id}`)).json().situacao).toBe('pronta');
});

test('a job that lost the lease writes nothing', async () => {
  const one = await shop.aShopWith({ anuncios: 20 });
  const created = await one.ana.post('/api/importacoes', { conta_id: one.contaId, estados: ['ativos'] });
  const { id } = created.json();
  const { vez } = (await shop.leaseOf(id)) ?? {};
  await one.ana.post(`/api/importacoes/${id}/pausar`);
  await shop.run(id, Number(vez));
  expect((await one.ana.get(`/api/importacoes/${id}`)).json()).toMatchObject({
    situacao: 'pausada',
    contagem: { anuncios: 0, lidos: 0, itens: 0 },
  });
  await one.ana.post(`/api/importacoes/${id}/retomar`);
  await Promise.all([shop.run(id), shop.run(id), shop.run(id)]);
  const { contagem } = (await one.ana.get(`/api/importacoes/${id}`)).json();
  expect(contagem.lidos).toBe(contagem.anuncios);
});

test('an import whose job was lost gets a new lease', async () => {
  const one = await shop.aShopWith({ anuncios: 20 });
  const created = await one.ana.post('/api/importacoes', { conta_id: one.contaId, estados: ['ativos'] });
  const { id } = created.json();
  const { vez } = (await shop.leaseOf(id)) ?? {};
  const keep = shop.handlers.find(({ kind }) => kind.name === 'importacoes.manter');
  await keep?.run({} as never);
  expect((await shop.leaseOf(id))?.['vez']).toBe(vez);
  await sql("update importacoes set passo_em = now() - interval '6 minutes' where id = $1", [id]);
  await keep?.run({} as never);
  expect((await shop.leaseOf(id))?.['vez']).toBe(Number(vez) + 1);
});

test('a lost import that cannot be resumed does not stop the others', async () => {
  const ids: string[] = [];
  for (let n = 0; n < 2; n++) {
    const one = await shop.aShopWith({ anuncios: 1 });
    const created = await one.ana.post('/api/importacoes', { conta_id: one.contaId, estados: ['ativos'] });
    ids.push(created.json().id);
  }
  await sql("update importacoes set passo_em = now() - interval '6 minutes' where id = any ($1::uuid[])", [
    ids,
  ]);
  const before = await Promise.all(ids.map(async (id) => Number((await shop.leaseOf(id))?.['vez'])));
  let failures = 0;
  const enqueue: typeof shop.parts.jobs.enqueue = async (...asked) => {
    if (failures++ === 0) throw new Error('the queue refuses the first job');
    return shop.parts.jobs.enqueue(...asked);
  };
  const handlers = importacoesHandlers({ ...shop.parts, jobs: { ...shop.parts.jobs, enqueue } });
  await handlers.find(({ kind }) => kind.name === 'importacoes.manter')?.run({} as never);
  const after = await Promise.all(ids.map(async (id) => Number((await shop.leaseOf(id))?.['vez'])));
  expect(after.map((vez, n) => vez - Number(before[n])).toSorted()).toEqual([0, 1]);
});
