import { afterAll, expect, test } from 'vitest';
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

test('every anuncio of the account is read once, with the least calls, and each is accounted for', async () => {
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

test('the chosen kinds are read and no others; what cannot be imported says why', async () => {
  const one = await shop.aShopWith({ anuncios: 300 });
  const { status } = await truth(one.seller);
  const paused = await shop.read(one, ['pausados']);
  expect(paused.contagem).toMatchObject({ anuncios: status['paused'], recusados: 0 });
  await one.ana.post(`/api/importacoes/${paused.id}/cancelar`);

  const all = await shop.read(one);
  const refused = await shop.anunciosOf(one.ana, all.id, 'grupo=recusados');
  expect(new Set(refused.map(({ anuncio_id }) => anuncio_id)).size).toBeGreaterThan(0);
  const others = refused.filter(({ estado }) => !['active', 'paused', 'closed'].includes(estado));
  expect(others.length).toBeGreaterThan(0);
  for (const { motivo } of refused) expect(motivo).toMatch(/^O anúncio .+\.$/);
});

test('an anuncio gone between search and reading is refused with a sentence, one that moved too', async () => {
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

test('whatever fails and wherever it is cut off, it goes on from there and nothing is doubled or lost', async () => {
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
  for (let n = 0; n < 5 && (await shop.turnOf(id))?.['situacao'] === 'lendo'; n++) await shop.run(id);
  const { situacao, contagem, aviso } = (await one.ana.get(`/api/importacoes/${id}`)).json();
  expect({ situacao, aviso }).toEqual({ situacao: 'pronta', aviso: null });
  expect(contagem).toMatchObject({ anuncios: 350, lidos: 350 });
  const rows = await shop.anunciosOf(one.ana, id);
  expect(new Set(rows.map(({ anuncio_id }) => anuncio_id)).size).toBe(350);
  expect(rows.filter(({ motivo }) => motivo?.includes('por inteiro'))).toEqual([]);
});

test('anuncios that fail inside an answer are waited for, and none is refused for it', async () => {
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

test('categorias are kept as they are told: whoever goes on asks for the rest', async () => {
  const one = await shop.aShopWith({ anuncios: 60 });
  const created = await one.ana.post('/api/importacoes', { conta_id: one.contaId, estados: ['ativos'] });
  const { id } = created.json();
  const known = async () =>
    Number(
      (await sql('select count(*) as n from categorias_ml where empresa_id = $1', [one.ana.empresaId]))[0]?.[
        'n'
      ],
    );
  await sql(
    `create function refuse_fifth() returns trigger language plpgsql as $$
     begin if (select count(*) from categorias_ml c where c.empresa_id = new.empresa_id) >= 4 then
       raise exception 'killed'; end if; return new; end $$;
     create trigger refuse_fifth before insert on categorias_ml for each row execute function refuse_fifth()`,
  );
  await expect(shop.run(id)).rejects.toThrow('killed');
  await sql('drop trigger refuse_fifth on categorias_ml');
  expect(await known()).toBe(4);
  await shop.run(id);
  expect((await shop.turnOf(id))?.['situacao']).toBe('pronta');
  // Those of the batch that was cut off were asked for twice.
  expect((await callsOf('GET /categories/:id', one.seller)) - (await known())).toBeLessThanOrEqual(4);
});

test('a search that was cut off goes on with its scroll, and one that died begins at the other end', async () => {
  const one = await shop.aShopWith({ anuncios: 350 });
  const created = await one.ana.post('/api/importacoes', {
    conta_id: one.contaId,
    estados: ['ativos', 'pausados', 'encerrados'],
  });
  const { id } = created.json();
  // The worker dies at the third page: here, by what a trigger refuses.
  await sql(
    `create function refuse_third() returns trigger language plpgsql as $$
     begin if (new.varredura ->> 'vistos')::int > 200 then raise exception 'killed'; end if; return new; end $$;
     create trigger refuse_third before update on importacoes for each row execute function refuse_third()`,
  );
  await expect(shop.run(id)).rejects.toThrow('killed');
  await sql('drop trigger refuse_third on importacoes');
  const [left] = await sql(
    "select varredura ->> 'vistos' as vistos, varredura ->> 'scroll' as scroll from importacoes where id = $1",
    [id],
  );
  expect(left).toEqual({ vistos: '200', scroll: expect.any(String) });
  await shop.run(id);
  expect((await one.ana.get(`/api/importacoes/${id}`)).json().contagem).toMatchObject({
    anuncios: 350,
    lidos: 350,
  });
  // The killed page's scroll is spent: two pages before, the one lost, and from the end back to what is known.
  expect(await callsOf(SEARCH, one.seller)).toBeLessThanOrEqual(3 + 1 + 3);
});

test('a marketplace that is away holds it up and says so; once back it goes on by itself', async () => {
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

test('one that stands still for a minute says so, and no longer once it goes on', async () => {
  const one = await shop.aShopWith({ anuncios: 20 });
  const created = await one.ana.post('/api/importacoes', { conta_id: one.contaId, estados: ['ativos'] });
  const { id } = created.json();
  const aviso = async () => (await one.ana.get(`/api/importacoes/${id}`)).json().aviso;
  expect(await aviso()).toBeNull();
  await sql("update importacoes set progresso_em = now() - interval '61 seconds' where id = $1", [id]);
  expect(await aviso()).toBe('Está demorando mais que o normal. A importação continua sozinha.');
  await shop.run(id);
  await sql("update importacoes set progresso_em = now() - interval '61 seconds' where id = $1", [id]);
  // Ready: it waits for a person.
  expect(await aviso()).toBeNull();
});

test('without the seller’s authorization it stops, and goes on when they are back', async () => {
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

test('who lost the turn writes nothing', async () => {
  const one = await shop.aShopWith({ anuncios: 20 });
  const created = await one.ana.post('/api/importacoes', { conta_id: one.contaId, estados: ['ativos'] });
  const { id } = created.json();
  const { vez } = (await shop.turnOf(id)) ?? {};
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

test('one that stands still is taken up again', async () => {
  const one = await shop.aShopWith({ anuncios: 20 });
  const created = await one.ana.post('/api/importacoes', { conta_id: one.contaId, estados: ['ativos'] });
  const { id } = created.json();
  const { vez } = (await shop.turnOf(id)) ?? {};
  const keep = shop.handlers.find(({ kind }) => kind.name === 'importacoes.manter');
  await keep?.run({} as never);
  expect((await shop.turnOf(id))?.['vez']).toBe(vez);
  await sql("update importacoes set passo_em = now() - interval '6 minutes' where id = $1", [id]);
  await keep?.run({} as never);
  expect((await shop.turnOf(id))?.['vez']).toBe(Number(vez) + 1);
});
