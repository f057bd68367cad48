import { randomUUID } from 'node:crypto';
import type { Marca, MarcaInput } from '@prumo/contract/marcas.ts';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { Client } from '#testing/harness.ts';
import { testApp } from '#testing/test-app.ts';

const { anEmpresa, aColleague, stranger, sql } = await testApp();

const blank: MarcaInput = { nome: 'Bosch', descricao: null, logo_url: null };

async function aMarca(client: Client, input: Partial<MarcaInput> = {}): Promise<Marca> {
  const response = await client.post('/api/marcas', { ...blank, ...input });
  expect(response.statusCode).toBe(201);
  const { lote, ...marca } = response.json();
  return marca;
}

describe('creating', () => {
  test('[MARC-15] [PERM-07] stores the sent values, with the signed-in user as user_id', async () => {
    const ana = await anEmpresa();
    const marca = await aMarca(ana, { nome: 'NGK', descricao: 'Velas' });
    const [row] = await sql('select * from marcas where id = $1', [marca.id]);
    expect(row).toMatchObject({
      empresa_id: ana.empresaId,
      user_id: ana.userId,
      nome: 'NGK',
      descricao: 'Velas',
      logo_url: null,
    });
    expect(marca).toMatchObject({ user_id: ana.userId, nome: 'NGK', versao: 1 });
  });

  test('[MARC-13] needs neither description nor logo, and stores both as null', async () => {
    const marca = await aMarca(await anEmpresa());
    expect(marca).toMatchObject({ descricao: null, logo_url: null });
  });

  test('[MARC-12] needs a name of at most 100 characters', async () => {
    const ana = await anEmpresa();
    for (const nome of ['', '   ']) {
      const refused = await ana.post('/api/marcas', { ...blank, nome });
      expect(refused.statusCode).toBe(422);
      expect(refused.json()).toMatchObject({ codigo: 'invalid', campos: { nome: 'Nome é obrigatório' } });
    }
    expect((await ana.post('/api/marcas', { ...blank, nome: 'x'.repeat(101) })).statusCode).toBe(422);
    await aMarca(ana, { nome: 'x'.repeat(100) });
    expect((await ana.get('/api/marcas')).json().itens).toHaveLength(1);
  });

  test('refuses unknown fields, foreign empresas and unsafe logo addresses', async () => {
    const ana = await anEmpresa();
    const bruno = await anEmpresa();
    for (const extra of [
      { empresa_id: bruno.empresaId },
      { user_id: bruno.userId },
      { versao: 9 },
      { id: randomUUID() },
    ])
      expect((await ana.post('/api/marcas', { ...blank, ...extra })).statusCode).toBe(422);
    for (const logo_url of [
      'javascript:alert(1)',
      'data:image/png;base64,AA',
      'http://exemplo.com.br/a.png',
      'logo',
    ])
      expect((await ana.post('/api/marcas', { ...blank, logo_url })).statusCode).toBe(422);
    await aMarca(ana, { logo_url: null });
  });

  test('[MARC-22] a row has the specified columns', async () => {
    const columns = await sql(
      "select column_name, is_nullable from information_schema.columns where table_name = 'marcas'",
    );
    const nullable = Object.fromEntries(
      columns.map(({ column_name, is_nullable }) => [column_name, is_nullable]),
    );
    expect(nullable).toMatchObject({
      id: 'NO',
      user_id: 'NO',
      nome: 'NO',
      descricao: 'YES',
      logo_url: 'YES',
      created_at: 'NO',
    });
  });

  test('creates one marca for requests with the same Idempotency-Key, and refuses the key with another body', async () => {
    const ana = await anEmpresa();
    const key = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all(Array.from({ length: 8 }, () => ana.post('/api/marcas', blank, key)));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ payload }) => JSON.parse(payload).id)).size).toBe(1);
    expect((await ana.get('/api/marcas')).json().total).toBe(1);
    expect((await ana.post('/api/marcas', { ...blank, nome: 'Outra' }, key)).statusCode).toBe(422);
    const bruno = await anEmpresa();
    expect((await bruno.post('/api/marcas', blank, key)).statusCode).toBe(201);
  });
});

describe('listing', () => {
  test('[MARC-14] a list is newest first, with all fields', async () => {
    const ana = await anEmpresa();
    for (const nome of ['Primeira', 'Segunda', 'Terceira']) await aMarca(ana, { nome });
    const page = (await ana.get('/api/marcas')).json();
    expect(page.itens.map((marca: Marca) => marca.nome)).toEqual(['Terceira', 'Segunda', 'Primeira']);
    expect(Object.keys(page.itens[0]).sort()).toEqual(
      ['created_at', 'descricao', 'id', 'logo_url', 'nome', 'user_id', 'versao'].sort(),
    );
    expect(page).toMatchObject({ de: 1, total: 3, anterior: null, proximo: null });
  });

  test('paging forward and back visits every row once, in each order and while searching', async () => {
    const ana = await anEmpresa();
    const nomes = ['Ábaco', 'abaco', 'Zênite', 'Bosch', 'bosch', 'Óleo', 'NGK', 'ngk', 'Cofap'];
    for (const nome of nomes) await aMarca(ana, { nome, descricao: 'peça' });
    for (const query of [
      '',
      '&ordem=nome',
      '&ordem=-nome',
      '&ordem=created_at',
      '&busca=PECA',
      '&busca=peca&ordem=nome',
    ]) {
      const forth: string[][] = [];
      const starts: number[] = [];
      let last = await page(ana, query);
      for (;;) {
        forth.push(last.itens.map(({ id }: Marca) => id));
        starts.push(last.de);
        if (!last.proximo) break;
        last = await page(ana, query, last.proximo);
      }
      expect(new Set(forth.flat()).size).toBe(nomes.length);
      expect(starts).toEqual([1, 3, 5, 7, 9]);
      const back: string[][] = [];
      while (last.anterior) {
        last = await page(ana, query, last.anterior);
        back.unshift(last.itens.map(({ id }: Marca) => id));
      }
      expect(back).toEqual(forth.slice(0, -1));
      expect(last.de).toBe(1);
    }
    const byName = (await ana.get('/api/marcas?ordem=nome'))
      .json()
      .itens.map(({ nome }: Marca) => nome.toLowerCase());
    expect(byName).toEqual(['ábaco', 'abaco', 'bosch', 'bosch', 'cofap', 'ngk', 'ngk', 'óleo', 'zênite']);
  });

  test('the total stays correct while the counter’s differences are folded', async () => {
    const ana = await anEmpresa();
    const bruno = await aColleague(ana);
    const create = (client: Client) => aMarca(client).then(({ id }) => id);
    const ids: string[] = [];
    // Creates fifty concurrently, because the server refuses an empresa that sends more than may wait.
    for (let round = 0; round < 4; round++)
      ids.push(...(await Promise.all(Array.from({ length: 50 }, (_, n) => create(n % 2 ? ana : bruno)))));
    await Promise.all(ids.slice(0, 60).map((id) => ana.delete(`/api/marcas/${id}`)));
    expect((await ana.get('/api/marcas?limite=1')).json().total).toBe(140);
    const [{ rows } = {}] = await sql('select count(*)::int as rows from contadores where empresa_id = $1', [
      ana.empresaId,
    ]);
    expect(rows).toBeLessThan(260);
  });

  test('a search ignores accents and case, covers the description and takes special characters literally', async () => {
    const ana = await anEmpresa();
    await aMarca(ana, { nome: 'Ação 100%', descricao: 'Pastilhas_de freio' });
    await aMarca(ana, { nome: 'Outra' });
    for (const busca of ['acao', 'AÇÃO', '100%', 'pastilhas_de', 'FREIO', '  pastilhas_de   freio '])
      expect((await ana.get(`/api/marcas?busca=${encodeURIComponent(busca)}`)).json().itens).toHaveLength(1);
    for (const busca of ['%', '_', '\\', "'"])
      expect(
        (await ana.get(`/api/marcas?busca=${encodeURIComponent(busca)}`)).json().itens.length,
      ).toBeLessThan(2);
    // One or two letters match the beginning of a word.
    for (const [busca, found] of [
      ['a', 1],
      ['ac', 1],
      ['p', 1],
      ['ca', 0],
      ['o', 1],
    ] as const)
      expect((await ana.get(`/api/marcas?busca=${busca}`)).json().itens).toHaveLength(found);
    expect((await ana.get('/api/marcas?busca=nada')).json()).toMatchObject({ itens: [], total: 0 });
  });

  test('a truncated, forged or foreign cursor is refused with a message', async () => {
    const ana = await anEmpresa();
    await aMarca(ana);
    await aMarca(ana);
    const { proximo } = (await ana.get('/api/marcas?limite=1')).json();
    const forged = Buffer.from(JSON.stringify(['-created_at', 'depois', 'ontem', randomUUID(), 2])).toString(
      'base64url',
    );
    for (const path of [
      `cursor=${proximo.slice(0, 20)}`,
      `cursor=${proximo}&ordem=nome`,
      'cursor=AAAA',
      `cursor=${forged}`,
      'busca=%00',
    ]) {
      const refused = await ana.get(`/api/marcas?${path}`);
      expect(refused.statusCode).toBe(422);
      expect(refused.json().mensagem).toMatch(/\.$/);
    }
  });

  const page = async (client: Client, query: string, cursor?: string) =>
    (await client.get(`/api/marcas?limite=2${query}${cursor ? `&cursor=${cursor}` : ''}`)).json();
});

describe('changing', () => {
  test('[MARC-16] writes name, description and logo of that marca alone', async () => {
    const ana = await anEmpresa();
    const marca = await aMarca(ana);
    const other = await aMarca(ana, { nome: 'Outra' });
    const values = {
      nome: 'Bosch Brasil',
      descricao: 'Autopeças',
      logo_url: 'https://exemplo.com.br/logo.png',
    };
    const changed = await ana.put(`/api/marcas/${marca.id}`, { ...values, versao: 1 });
    expect(changed.statusCode).toBe(200);
    const { lote: _, ...answered } = changed.json();
    // The three fields are written. Of the other fields only the version changes.
    expect(answered).toEqual({ ...marca, ...values, versao: 2 });
    expect((await ana.get(`/api/marcas/${marca.id}`)).json()).toEqual({ ...marca, ...values, versao: 2 });
    const [row] = await sql('select id, user_id, nome, descricao, logo_url from marcas where id = $1', [
      marca.id,
    ]);
    expect(row).toEqual({ id: marca.id, user_id: ana.userId, ...values });
    expect((await ana.get(`/api/marcas/${other.id}`)).json()).toEqual(other);
  });

  test('the second of two people who edit a marca gets a conflict with the change and its author', async () => {
    const ana = await anEmpresa('Ana Souza');
    const bruno = await aColleague(ana, 'Bruno Lima');
    const marca = await aMarca(ana);
    await bruno.put(`/api/marcas/${marca.id}`, { ...blank, nome: 'De Bruno', versao: 1 });
    const refused = await ana.put(`/api/marcas/${marca.id}`, { ...blank, nome: 'De Ana', versao: 1 });
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({
      codigo: 'conflict',
      alterado_por: 'Bruno Lima',
      atual: { nome: 'De Bruno', versao: 2 },
    });
    expect((await ana.get(`/api/marcas/${marca.id}`)).json().nome).toBe('De Bruno');
  });
});

describe('deleting and undoing', () => {
  test('a deleted marca is restored unchanged, from the toast or from the trash', async () => {
    const ana = await anEmpresa();
    const marca = await aMarca(ana, { descricao: 'Guardada' });
    const { lote } = (await ana.delete(`/api/marcas/${marca.id}`)).json();
    expect((await ana.get(`/api/marcas/${marca.id}`)).statusCode).toBe(404);
    const trash = (await ana.get('/api/marcas/lixeira')).json();
    expect(trash.itens).toMatchObject([
      { lote, excluido_por: 'Ana Souza', registro: { id: marca.id, descricao: 'Guardada' } },
    ]);
    expect((await ana.post(`/api/historico/${lote}/desfazer`)).statusCode).toBe(200);
    expect((await ana.get(`/api/marcas/${marca.id}`)).json()).toEqual({ ...marca, versao: 2 });
    expect((await ana.get('/api/marcas/lixeira')).json().itens).toEqual([]);
    expect((await ana.get('/api/marcas')).json().total).toBe(1);
    expect((await ana.post(`/api/historico/${lote}/desfazer`)).statusCode).toBe(409);
  });

  test('an edit can be undone unless the marca has changed since, and the refusal says so', async () => {
    const ana = await anEmpresa();
    const marca = await aMarca(ana);
    await ana.put(`/api/marcas/${marca.id}`, { ...blank, nome: 'Segundo', versao: 1 });
    const [edit] = await sql("select lote from historico where registro_id = $1 and operacao = 'U'", [
      marca.id,
    ]);
    await ana.put(`/api/marcas/${marca.id}`, { ...blank, nome: 'Terceiro', versao: 2 });
    const refused = await ana.post(`/api/historico/${edit?.lote}/desfazer`);
    expect(refused.statusCode).toBe(409);
    expect(refused.json().mensagem).toContain('Ana Souza alterou este registro depois');
    const [last] = await sql('select lote from historico where registro_id = $1 order by id desc limit 1', [
      marca.id,
    ]);
    expect((await ana.post(`/api/historico/${last?.lote}/desfazer`)).statusCode).toBe(200);
    expect((await ana.get(`/api/marcas/${marca.id}`)).json()).toMatchObject({ nome: 'Segundo', versao: 4 });
  });

  test('a change cannot be undone after 30 days', async () => {
    const ana = await anEmpresa();
    const { id } = await aMarca(ana);
    const { lote } = (await ana.delete(`/api/marcas/${id}`)).json();
    await sql("update historico set created_at = now() - interval '31 days' where lote = $1", [lote]);
    expect((await ana.post(`/api/historico/${lote}/desfazer`)).json().mensagem).toContain('30 dias');
  });
});

describe('logos', () => {
  const png = () =>
    sharp({ create: { width: 900, height: 600, channels: 3, background: 'navy' } })
      .png()
      .toBuffer();

  test('[MARC-11] the public URL of an uploaded file is saved as logo_url', async () => {
    const ana = await anEmpresa();
    const upload = await ana.upload('/api/arquivos/logos', await png());
    expect(upload.statusCode).toBe(201);
    const { url } = upload.json();
    const marca = await aMarca(ana, { logo_url: url });
    expect(marca.logo_url).toBe(url);
    const [row] = await sql('select logo_arquivo_id from marcas where id = $1', [marca.id]);
    expect(row?.logo_arquivo_id).toBe(upload.json().id);
  });

  test('an upload of another empresa is refused as a logo', async () => {
    const { url } = (await (await anEmpresa()).upload('/api/arquivos/logos', await png())).json();
    const refused = await (await anEmpresa()).post('/api/marcas', { ...blank, logo_url: url });
    expect(refused.statusCode).toBe(422);
    expect(refused.json().campos.logo_url).toContain('Envie o arquivo de novo');
  });
});

describe('permissions', () => {
  test('[PERM-04] a request without a session cannot save or delete', async () => {
    const ana = await anEmpresa();
    const marca = await aMarca(ana);
    const anonymous = stranger();
    for (const response of [
      await anonymous.post('/api/marcas', blank),
      await anonymous.put(`/api/marcas/${marca.id}`, { ...blank, versao: 1 }),
      await anonymous.delete(`/api/marcas/${marca.id}`),
    ]) {
      expect(response.statusCode).toBe(401);
      expect(response.headers['content-type']).toContain('application/problem+json');
    }
    expect((await ana.get('/api/marcas')).json()).toMatchObject({ total: 1, itens: [marca] });
  });

  test('[PERM-11] another empresa finds the marca in no list and by no id', async () => {
    const marca = await aMarca(await anEmpresa(), { nome: 'Secreta' });
    const other = await anEmpresa();
    const missing = (await other.get(`/api/marcas/${randomUUID()}`)).json().mensagem;
    for (const response of [
      await other.get(`/api/marcas/${marca.id}`),
      await other.put(`/api/marcas/${marca.id}`, { ...blank, versao: 1 }),
      await other.delete(`/api/marcas/${marca.id}`),
    ]) {
      expect(response.statusCode).toBe(404);
      expect(response.json().mensagem).toBe(missing);
    }
    for (const path of ['/api/marcas', '/api/marcas?busca=secreta', '/api/marcas/lixeira'])
      expect((await other.get(path)).json().itens).toEqual([]);
  });

  test('a write from another origin is refused', async () => {
    const ana = await anEmpresa();
    for (const origin of ['https://mau.exemplo', 'null', ''])
      expect((await ana.post('/api/marcas', blank, { origin })).statusCode).toBe(403);
  });
});
