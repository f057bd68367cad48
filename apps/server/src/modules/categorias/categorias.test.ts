import { randomUUID } from 'node:crypto';
import type { Categoria, CategoriaInput, CategoriaListada } from '@prumo/contract/categorias.ts';
import { describe, expect, test } from 'vitest';
import type { Client } from '#testing/harness.ts';
import { testApp } from '#testing/test-app.ts';

const { anEmpresa, aColleague, stranger, sql } = await testApp();

const blank: CategoriaInput = { nome: 'Freios', descricao: null, parent_id: null };

async function aCategoria(client: Client, input: Partial<CategoriaInput> = {}): Promise<Categoria> {
  const response = await client.post('/api/categorias', { ...blank, ...input });
  expect(response.statusCode).toBe(201);
  const { lote, ...categoria } = response.json();
  return categoria;
}

/** Creates a principal and its subcategorias. */
async function aBranch(client: Client, nome: string, children: string[], rest: Partial<CategoriaInput> = {}) {
  const parent = await aCategoria(client, { nome });
  const subcategorias: Categoria[] = [];
  for (const child of children)
    subcategorias.push(await aCategoria(client, { nome: child, ...rest, parent_id: parent.id }));
  return { parent, subcategorias };
}

const NO_PARENT =
  'A categoria pai não existe mais ou virou subcategoria. Escolha outra, ou restaure a categoria pai antes.';

const change = (client: Client, { id, versao, nome, descricao, parent_id }: Categoria, to: object = {}) =>
  client.put(`/api/categorias/${id}`, { nome, descricao, parent_id, versao, ...to });

const listed = async (client: Client, query = ''): Promise<CategoriaListada[]> =>
  (await client.get(`/api/categorias${query}`)).json().itens;

const undoLast = async (client: Client, id: string) => {
  const [last] = await sql('select lote from historico where registro_id = $1 order by id desc limit 1', [
    id,
  ]);
  return client.post(`/api/historico/${last?.lote}/desfazer`);
};

describe('creating', () => {
  test('[CATE-13] [PERM-07] stores the sent values, with the signed-in user as user_id', async () => {
    const ana = await anEmpresa();
    const parent = await aCategoria(ana);
    const child = await aCategoria(ana, { nome: 'Pastilhas', descricao: 'Dianteiras', parent_id: parent.id });
    const [row] = await sql('select * from categorias where id = $1', [child.id]);
    expect(row).toMatchObject({
      empresa_id: ana.empresaId,
      user_id: ana.userId,
      nome: 'Pastilhas',
      descricao: 'Dianteiras',
      parent_id: parent.id,
    });
    expect(child).toMatchObject({ user_id: ana.userId, parent_id: parent.id, versao: 1 });
  });

  test('[CATE-07] needs neither description nor parent, and stores both as null', async () => {
    const ana = await anEmpresa();
    expect(await aCategoria(ana)).toMatchObject({ descricao: null, parent_id: null });
    for (const descricao of ['', '   ']) expect((await aCategoria(ana, { descricao })).descricao).toBeNull();
    expect(await aCategoria(ana, { nome: '  Suspensão ', descricao: ' Molas ' })).toMatchObject({
      nome: 'Suspensão',
      descricao: 'Molas',
    });
  });

  test('[CATE-11] needs a name of at most 100 characters', async () => {
    const ana = await anEmpresa();
    for (const nome of ['', '   ']) {
      const refused = await ana.post('/api/categorias', { ...blank, nome });
      expect(refused.statusCode).toBe(422);
      expect(refused.json()).toMatchObject({ codigo: 'invalid', campos: { nome: 'Nome é obrigatório' } });
    }
    const tooLong = await ana.post('/api/categorias', { ...blank, nome: 'x'.repeat(101) });
    expect(tooLong.json()).toMatchObject({ codigo: 'invalid', campos: { nome: 'Use até 100 caracteres.' } });
    const tooMuch = await ana.post('/api/categorias', { ...blank, descricao: 'x'.repeat(2001) });
    expect(tooMuch.json().campos.descricao).toBe('Use até 2.000 caracteres.');
    await aCategoria(ana, { nome: 'x'.repeat(100), descricao: 'x'.repeat(2000) });
    expect(await listed(ana)).toHaveLength(1);
  });

  test('refuses unknown fields, foreign empresas and a parent that is no id', async () => {
    const ana = await anEmpresa();
    const bruno = await anEmpresa();
    for (const extra of [
      { empresa_id: bruno.empresaId },
      { user_id: bruno.userId },
      { id: randomUUID() },
      { principal: true },
      { versao: 9 },
      { parent_id: 'Freios' },
      { parent_id: '' },
    ])
      expect((await ana.post('/api/categorias', { ...blank, ...extra })).statusCode).toBe(422);
    expect(await listed(ana)).toEqual([]);
  });

  test('[CATE-20] a row has the specified columns', async () => {
    const columns = await sql(
      "select column_name, is_nullable from information_schema.columns where table_name = 'categorias'",
    );
    const nullable = Object.fromEntries(
      columns.map(({ column_name, is_nullable }) => [column_name, is_nullable]),
    );
    expect(nullable).toMatchObject({
      id: 'NO',
      user_id: 'NO',
      nome: 'NO',
      descricao: 'YES',
      parent_id: 'YES',
      created_at: 'NO',
    });
  });

  test('creates one categoria for requests with the same Idempotency-Key', async () => {
    const ana = await anEmpresa();
    const key = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => ana.post('/api/categorias', blank, key)),
    );
    expect(new Set(answers.map(({ payload }) => JSON.parse(payload).id)).size).toBe(1);
    expect((await ana.get('/api/categorias')).json().total).toBe(1);
  });
});

describe('two levels', () => {
  test('[CATE-09] a subcategoria cannot be the parent of a new or an existing categoria', async () => {
    const ana = await anEmpresa();
    const { subcategorias } = await aBranch(ana, 'Freios', ['Pastilhas']);
    const other = await aCategoria(ana, { nome: 'Motor' });
    const [pastilhas] = subcategorias;
    for (const refused of [
      await ana.post('/api/categorias', { ...blank, parent_id: pastilhas?.id }),
      await change(ana, other, { parent_id: pastilhas?.id }),
    ]) {
      expect(refused.statusCode).toBe(409);
      expect(refused.json().campos.parent_id).toBe(NO_PARENT);
    }
  });

  test('[CATE-09] a categoria with subcategorias stays principal until they are moved', async () => {
    const ana = await anEmpresa();
    const { parent, subcategorias } = await aBranch(ana, 'Freios', ['Pastilhas', 'Discos']);
    const motor = await aCategoria(ana, { nome: 'Motor' });
    const two = await change(ana, parent, { parent_id: motor.id });
    expect(two.statusCode).toBe(422);
    expect(two.json()).toMatchObject({
      codigo: 'invalid',
      campos: {
        parent_id: 'Esta categoria tem 2 subcategorias e por isso continua principal. Mova-as antes.',
      },
    });
    const [first, second] = subcategorias;
    if (!first || !second) throw new Error('no branch');
    expect((await change(ana, first, { parent_id: motor.id })).statusCode).toBe(200);
    expect((await change(ana, parent, { parent_id: motor.id })).json().mensagem).toBe(
      'Esta categoria tem 1 subcategoria e por isso continua principal. Mova-a antes.',
    );
    expect((await change(ana, second, { parent_id: null })).statusCode).toBe(200);
    expect((await change(ana, parent, { parent_id: motor.id })).json()).toMatchObject({
      parent_id: motor.id,
      versao: 2,
    });
  });

  test('[CATE-09] a categoria cannot be its own parent', async () => {
    const ana = await anEmpresa();
    const freios = await aCategoria(ana);
    const refused = await change(ana, freios, { parent_id: freios.id });
    expect(refused.statusCode).toBe(422);
    expect(refused.json().campos.parent_id).toBe(
      'Uma categoria não pode ser subcategoria de si mesma. Escolha outra categoria pai.',
    );
    expect((await ana.get(`/api/categorias/${freios.id}`)).json()).toEqual(freios);
  });

  test('[CATE-09] [PERM-11] a parent of another empresa is refused like one that never existed', async () => {
    const ana = await anEmpresa();
    const foreign = await aCategoria(await anEmpresa());
    const own = await aCategoria(ana);
    const answers = [];
    for (const parent_id of [foreign.id, randomUUID()])
      for (const refused of [
        await ana.post('/api/categorias', { ...blank, parent_id }),
        await change(ana, own, { parent_id }),
      ]) {
        const { pedido, ...problem } = refused.json();
        expect(pedido).toBeTruthy();
        answers.push({ status: refused.statusCode, ...problem });
      }
    expect(answers[0]).toMatchObject({ status: 409, campos: { parent_id: expect.stringMatching(/\.$/) } });
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(await listed(ana)).toHaveLength(1);
  });

  test('[CATE-09] a concurrent move under a parent and a new child never make a third level', async () => {
    const ana = await anEmpresa();
    const bruno = await aColleague(ana);
    for (let round = 0; round < 40; round++) {
      const [top, middle, bottom] = await Promise.all(
        ['Topo', 'Meio', 'Fundo'].map((nome) => aCategoria(ana, { nome: `${nome} ${round}` })),
      );
      if (!top || !middle || !bottom) throw new Error('nothing to move');
      const becomesChild = () => change(ana, middle, { parent_id: top.id });
      const getsChild = () =>
        round % 2
          ? change(bruno, bottom, { parent_id: middle.id })
          : bruno.post('/api/categorias', { ...blank, nome: 'Novo', parent_id: middle.id });
      const answers = await Promise.all(
        round % 4 < 2 ? [becomesChild(), getsChild()] : [getsChild(), becomesChild()],
      );
      const refused = answers.filter(({ statusCode }) => statusCode >= 300);
      expect(refused).toHaveLength(1);
      for (const answer of refused) {
        expect([409, 422]).toContain(answer.statusCode);
        expect(answer.json().mensagem).toMatch(/^(A categoria pai|Esta categoria tem) .*\.$/);
      }
    }
    const third = await sql(
      `select from categorias c join categorias p on p.id = c.parent_id
       where c.empresa_id = $1 and p.parent_id is not null`,
      [ana.empresaId],
    );
    expect(third).toEqual([]);
  });

  test('a concurrent delete and a new child never leave a child without a parent', async () => {
    const ana = await anEmpresa();
    const bruno = await aColleague(ana);
    for (let round = 0; round < 20; round++) {
      const parent = await aCategoria(ana, { nome: `Pai ${round}` });
      const remove = () => ana.delete(`/api/categorias/${parent.id}`);
      const give = () => bruno.post('/api/categorias', { ...blank, nome: 'Filha', parent_id: parent.id });
      const answers = await Promise.all(round % 2 ? [remove(), give()] : [give(), remove()]);
      const refused = answers.filter(({ statusCode }) => statusCode >= 300);
      expect(refused).toHaveLength(1);
      for (const answer of refused) {
        expect(answer.statusCode).toBe(409);
        expect(answer.json().mensagem).toMatch(/subcategorias?\b.*\.$/);
      }
    }
  });
});

describe('listing', () => {
  test('a tree lists the principals newest first, each with its subcategorias by name and what moving one needs', async () => {
    const ana = await anEmpresa();
    await aBranch(ana, 'Freios', ['Pastilhas', 'discos']);
    await aCategoria(ana, { nome: 'Motor' });
    const page = (await ana.get('/api/categorias?arvore=true')).json();
    const [motor, freios, ...others] = page.itens;
    expect([motor.nome, freios.nome, others]).toEqual(['Motor', 'Freios', []]);
    expect(motor.subcategorias).toEqual([]);
    expect(freios.subcategorias).toEqual([
      { id: expect.any(String), nome: 'discos', descricao: null, versao: 1 },
      { id: expect.any(String), nome: 'Pastilhas', descricao: null, versao: 1 },
    ]);
  });

  test('[CATE-12] a list is newest first, with the parent’s nome and the children’s id and nome', async () => {
    const ana = await anEmpresa();
    const { parent, subcategorias } = await aBranch(ana, 'Freios', ['Pastilhas', 'discos', 'Óleo']);
    await aCategoria(ana, { nome: 'Motor' });
    const page = (await ana.get('/api/categorias')).json();
    expect(page).toMatchObject({ de: 1, total: 5, anterior: null, proximo: null });
    expect(page.itens.map(({ nome }: Categoria) => nome)).toEqual([
      'Motor',
      'Óleo',
      'discos',
      'Pastilhas',
      'Freios',
    ]);
    const [pastilhas, discos, oleo] = subcategorias;
    expect(page.itens[4]).toEqual({
      ...parent,
      parent_nome: null,
      total_subcategorias: 3,
      subcategorias: [discos, oleo, pastilhas].map((child) => ({ id: child?.id, nome: child?.nome })),
    });
    expect(page.itens[3]).toEqual({
      ...pastilhas,
      parent_nome: 'Freios',
      total_subcategorias: 0,
      subcategorias: [],
    });
  });

  test('[CATE-04] the count of subcategorias is exact, and the first hundred by nome are listed', async () => {
    const ana = await anEmpresa();
    const parent = await aCategoria(ana);
    const nomes = Array.from({ length: 103 }, (_, n) => `Peça ${String(n).padStart(3, '0')}`);
    for (const nome of nomes.toReversed()) await aCategoria(ana, { nome, parent_id: parent.id });
    const row = (await listed(ana, '?busca=freios')).find(({ id }) => id === parent.id);
    expect(row?.total_subcategorias).toBe(103);
    expect(row?.subcategorias.map(({ nome }) => nome)).toEqual(nomes.slice(0, 100));
    const first = (await ana.get(`/api/categorias?parent_id=${parent.id}&ordem=nome&limite=100`)).json();
    expect(first.itens.map(({ id }: Categoria) => id)).toEqual(row?.subcategorias.map(({ id }) => id));
    const rest = await listed(ana, `?parent_id=${parent.id}&ordem=nome&limite=100&cursor=${first.proximo}`);
    expect(rest.map(({ nome }) => nome)).toEqual(nomes.slice(100));
  });

  test('[CATE-08] the list of principais is ordered by nome and has no subcategoria', async () => {
    const ana = await anEmpresa();
    await aBranch(ana, 'Óleo', ['Mineral', 'Sintético']);
    for (const nome of ['motor', 'Ar', 'Zinco']) await aCategoria(ana, { nome });
    const names = async (query: string) => (await listed(ana, query)).map(({ nome }) => nome);
    expect(await names('?principal=true&ordem=nome')).toEqual(['Ar', 'motor', 'Óleo', 'Zinco']);
    expect(await names('?principal=true&ordem=nome&busca=o')).toEqual(['Óleo']);
    expect(await names('?principal=true&busca=sintetico')).toEqual([]);
    expect((await ana.get('/api/categorias?principal=false')).statusCode).toBe(422);
  });

  test('a search covers only the rows of the list’s filters', async () => {
    const ana = await anEmpresa();
    const { parent } = await aBranch(ana, 'Freios', ['Pastilha Ação', 'Disco', 'Fluido']);
    await aBranch(ana, 'Ação', ['Ação de fora']);
    const names = async (query: string) =>
      (await listed(ana, `?parent_id=${parent.id}${query}`)).map(({ nome }) => nome);
    expect(await names('&ordem=nome')).toEqual(['Disco', 'Fluido', 'Pastilha Ação']);
    expect(await names('&busca=acao')).toEqual(['Pastilha Ação']);
    expect(await names('&busca=AÇÃO&ordem=nome')).toEqual(['Pastilha Ação']);
    expect(await names('&busca=fora')).toEqual([]);
    expect((await ana.get('/api/categorias?parent_id=Freios')).statusCode).toBe(422);
    expect(await listed(ana, `?parent_id=${randomUUID()}`)).toEqual([]);
    expect(await listed(await anEmpresa(), `?parent_id=${parent.id}`)).toEqual([]);
  });

  test('paging forward and back visits every row of a filter once, in each order and while searching', async () => {
    const ana = await anEmpresa();
    const nomes = ['Ábaco', 'abaco', 'Zênite', 'Bosch', 'bosch', 'Óleo', 'NGK', 'ngk', 'Cofap'];
    const { parent } = await aBranch(ana, 'Peças', nomes, { descricao: 'peça' });
    for (const nome of nomes.slice(0, 8)) await aCategoria(ana, { nome, descricao: 'peça' });
    for (const filter of [`&parent_id=${parent.id}`, '&principal=true'])
      for (const rest of ['', '&ordem=nome', '&ordem=-nome', '&ordem=created_at', '&busca=PECA&ordem=nome']) {
        const { forth, back, starts } = await visit(ana, filter + rest);
        const ids = forth.flat();
        expect(new Set(ids).size).toBe(nomes.length);
        expect(ids).toHaveLength(nomes.length);
        expect(starts).toEqual([1, 3, 5, 7, 9]);
        expect(back).toEqual(forth.slice(0, -1));
        const parents = await sql('select distinct parent_id from categorias where id = any($1)', [ids]);
        expect(parents).toEqual([{ parent_id: filter.includes('parent') ? parent.id : null }]);
      }
  });

  async function visit(client: Client, query: string) {
    const read = async (cursor?: string) =>
      (await client.get(`/api/categorias?limite=2${query}${cursor ? `&cursor=${cursor}` : ''}`)).json();
    const ids = (page: { itens: Categoria[] }) => page.itens.map(({ id }) => id);
    const forth: string[][] = [];
    const starts: number[] = [];
    let page = await read();
    for (;;) {
      forth.push(ids(page));
      starts.push(page.de);
      if (!page.proximo) break;
      page = await read(page.proximo);
    }
    expect(page.total).toBe(forth.flat().length);
    const back: string[][] = [];
    while (page.anterior) {
      page = await read(page.anterior);
      back.unshift(ids(page));
    }
    return { forth, back, starts };
  }
});

describe('changing', () => {
  test('[CATE-14] writes name, description and parent of that categoria alone', async () => {
    const ana = await anEmpresa();
    const { parent, subcategorias } = await aBranch(ana, 'Freios', ['Pastilhas', 'Discos']);
    const motor = await aCategoria(ana, { nome: 'Motor' });
    const [pastilhas, discos] = subcategorias;
    if (!pastilhas) throw new Error('no branch');
    const changed = await change(ana, pastilhas, {
      nome: 'Velas',
      descricao: 'De ignição',
      parent_id: motor.id,
    });
    expect(changed.statusCode).toBe(200);
    expect(changed.json()).toEqual({
      ...pastilhas,
      nome: 'Velas',
      descricao: 'De ignição',
      parent_id: motor.id,
      versao: 2,
      lote: expect.any(String),
    });
    for (const other of [parent, motor, discos])
      expect((await ana.get(`/api/categorias/${other?.id}`)).json()).toEqual(other);
    const promoted = await change(ana, changed.json(), { descricao: '  ', parent_id: null });
    expect(promoted.json()).toMatchObject({ descricao: null, parent_id: null, versao: 3 });
  });

  test('the second of two people who edit a categoria gets a conflict with the change and its author', async () => {
    const ana = await anEmpresa('Ana Souza');
    const bruno = await aColleague(ana, 'Bruno Lima');
    const categoria = await aCategoria(ana);
    await change(bruno, categoria, { nome: 'De Bruno' });
    const refused = await change(ana, categoria, { nome: 'De Ana' });
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({
      codigo: 'conflict',
      alterado_por: 'Bruno Lima',
      atual: { nome: 'De Bruno', parent_id: null, versao: 2 },
    });
  });
});

describe('deleting and undoing', () => {
  test('[CATE-15] a categoria is deleted by id, and an undo restores it unchanged', async () => {
    const ana = await anEmpresa();
    const { subcategorias } = await aBranch(ana, 'Freios', ['Pastilhas']);
    const [pastilhas] = subcategorias;
    const { lote } = (await ana.delete(`/api/categorias/${pastilhas?.id}`)).json();
    expect((await ana.get(`/api/categorias/${pastilhas?.id}`)).statusCode).toBe(404);
    const trash = (await ana.get('/api/categorias/lixeira')).json();
    expect(trash.itens).toMatchObject([{ lote, excluido_por: 'Ana Souza', registro: pastilhas }]);
    expect((await ana.post(`/api/historico/${lote}/desfazer`)).statusCode).toBe(200);
    expect((await ana.get(`/api/categorias/${pastilhas?.id}`)).json()).toEqual({ ...pastilhas, versao: 2 });
    expect((await ana.get('/api/categorias')).json().total).toBe(2);
  });

  test('a categoria with subcategorias cannot be deleted, and the refusal counts them', async () => {
    const ana = await anEmpresa();
    const { parent, subcategorias } = await aBranch(ana, 'Freios', ['Pastilhas', 'Discos']);
    const two = await ana.delete(`/api/categorias/${parent.id}`);
    expect(two.statusCode).toBe(409);
    expect(two.json()).toMatchObject({
      codigo: 'conflict',
      mensagem: 'Freios tem 2 subcategorias. Mova-as para outra categoria ou exclua-as antes.',
      usos: [{ registros: 'subcategorias', total: 2 }],
    });
    await ana.delete(`/api/categorias/${subcategorias[0]?.id}`);
    expect((await ana.delete(`/api/categorias/${parent.id}`)).json()).toMatchObject({
      mensagem: 'Freios tem 1 subcategoria. Mova-a para outra categoria ou exclua-a antes.',
      usos: [{ registros: 'subcategoria', total: 1 }],
    });
    await ana.delete(`/api/categorias/${subcategorias[1]?.id}`);
    expect((await ana.delete(`/api/categorias/${parent.id}`)).statusCode).toBe(200);
    expect(await listed(ana)).toEqual([]);
  });

  test('a deleted subcategoria cannot be restored before its deleted parent', async () => {
    const ana = await anEmpresa();
    const { parent, subcategorias } = await aBranch(ana, 'Freios', ['Pastilhas']);
    const child = (await ana.delete(`/api/categorias/${subcategorias[0]?.id}`)).json();
    const top = (await ana.delete(`/api/categorias/${parent.id}`)).json();
    const refused = await ana.post(`/api/historico/${child.lote}/desfazer`);
    expect(refused.statusCode).toBe(409);
    expect(refused.json().mensagem).toBe(NO_PARENT);
    for (const { lote } of [top, child])
      expect((await ana.post(`/api/historico/${lote}/desfazer`)).statusCode).toBe(200);
    expect(await listed(ana, `?parent_id=${parent.id}`)).toHaveLength(1);
  });

  test('an undo restores an edit, including the move to another parent', async () => {
    const ana = await anEmpresa();
    const { parent, subcategorias } = await aBranch(ana, 'Freios', ['Pastilhas']);
    const motor = await aCategoria(ana, { nome: 'Motor' });
    const [pastilhas] = subcategorias;
    if (!pastilhas) throw new Error('no branch');
    await change(ana, pastilhas, { nome: 'Velas', parent_id: motor.id });
    expect((await undoLast(ana, pastilhas.id)).statusCode).toBe(200);
    expect((await ana.get(`/api/categorias/${pastilhas.id}`)).json()).toEqual({
      ...pastilhas,
      parent_id: parent.id,
      versao: 3,
    });
  });

  test('an undo that would create a third level is refused with a message', async () => {
    const ana = await anEmpresa();
    const { parent, subcategorias } = await aBranch(ana, 'Freios', ['Pastilhas']);
    const [pastilhas] = subcategorias;
    if (!pastilhas) throw new Error('no branch');
    const promoted = (await change(ana, pastilhas, { parent_id: null })).json();
    await aCategoria(ana, { nome: 'Cerâmicas', parent_id: promoted.id });
    const refused = await undoLast(ana, pastilhas.id);
    expect(refused.statusCode).toBe(409);
    expect(refused.json().mensagem).toBe(
      'Esta categoria tem subcategorias. Mova-as para outra categoria ou exclua-as antes.',
    );
    const created = await undoLast(ana, parent.id);
    expect(created.statusCode).toBe(200);
  });
});

describe('permissions', () => {
  test('[PERM-04] a request without a session cannot save or delete', async () => {
    const ana = await anEmpresa();
    const categoria = await aCategoria(ana);
    const anonymous = stranger();
    for (const response of [
      await anonymous.post('/api/categorias', blank),
      await anonymous.put(`/api/categorias/${categoria.id}`, { ...blank, versao: 1 }),
      await anonymous.delete(`/api/categorias/${categoria.id}`),
    ])
      expect(response.statusCode).toBe(401);
    expect((await ana.get('/api/categorias')).json()).toMatchObject({ total: 1, itens: [categoria] });
  });

  test('[PERM-09] a list holds all records of the empresa, from every membro, and no others', async () => {
    const ana = await anEmpresa();
    const bruno = await aColleague(ana);
    await aCategoria(await anEmpresa(), { nome: 'De fora' });
    await aCategoria(ana, { nome: 'De Ana' });
    const alone = await listed(ana);
    expect(alone.map(({ user_id }) => user_id)).toEqual([ana.userId]);
    await aCategoria(bruno, { nome: 'De Bruno' });
    for (const client of [ana, bruno])
      for (const query of ['', '?principal=true', '?busca=de'])
        expect((await listed(client, query)).map(({ nome }) => nome)).toEqual(['De Bruno', 'De Ana']);
  });

  test('[PERM-11] another empresa finds the categoria in no list and by no id', async () => {
    const ana = await anEmpresa();
    const { parent } = await aBranch(ana, 'Secreta', ['Mais secreta']);
    const other = await anEmpresa();
    const missing = (await other.get(`/api/categorias/${randomUUID()}`)).json().mensagem;
    for (const response of [
      await other.get(`/api/categorias/${parent.id}`),
      await change(other, parent),
      await other.delete(`/api/categorias/${parent.id}`),
    ]) {
      expect(response.statusCode).toBe(404);
      expect(response.json().mensagem).toBe(missing);
    }
    for (const path of ['', '?busca=secreta', '?principal=true', `?parent_id=${parent.id}`, '/lixeira'])
      expect((await other.get(`/api/categorias${path}`)).json().itens).toEqual([]);
  });
});
