import { randomUUID } from 'node:crypto';
import type { LoteDeProdutos, Mudanca, RecusaDoLote, Selecao } from '@prumo/contract/lotes.ts';
import type { Produto } from '@prumo/contract/produtos.ts';
import { expect, test } from 'vitest';
import { explanations } from '#explanations.ts';
import { openArquivos } from '#modules/arquivos/arquivos.ts';
import { systemAccess } from '#platform/db/system-access.ts';
import { anImportacao } from '#testing/an-importacao.ts';
import type { Client } from '#testing/harness.ts';
import { sell } from '#testing/sales/reservas.ts';
import { aDeposito, aProduto, formOf, movimento, stockOf } from '#testing/stock.ts';
import { testApp } from '#testing/test-app.ts';
import { advance } from './advance.ts';
import { keepLotes, lotesHandlers } from './lotes.job.ts';

const prumo = await testApp();
const { sql, openPool, anEmpresa, aColleague } = prumo;
const db = openPool(4);
// The queue is not part of these tests: each runs the job itself.
const arquivos = openArquivos({ jobs: { enqueue: async () => {} } as never, mediaUrl: 'http://media.test' });
const parts = { db, arquivos, explanations };

/** Runs the job of a lote to its end, as the queue does. */
async function run(empresaId: string, id: string): Promise<void> {
  let isOver = false;
  while (!isOver) {
    isOver = true;
    const sendOn = async () => {
      isOver = false;
    };
    await advance({ ...parts, empresaId, id, sendOn });
  }
}

type Ana = Awaited<ReturnType<typeof anEmpresa>>;

async function begin(ana: Client, selecao: Selecao, mudanca: Mudanca): Promise<LoteDeProdutos> {
  const answer = await ana.post('/api/lotes', { selecao, mudanca });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
}

const readLote = async (ana: Client, id: string): Promise<LoteDeProdutos> =>
  (await ana.get(`/api/lotes/${id}`)).json();

async function done(ana: Ana, selecao: Selecao, mudanca: Mudanca): Promise<LoteDeProdutos> {
  const { id } = await begin(ana, selecao, mudanca);
  await run(ana.empresaId, id);
  return readLote(ana, id);
}

async function undone(ana: Ana, id: string): Promise<LoteDeProdutos> {
  const answer = await ana.post(`/api/lotes/${id}/desfazer`);
  expect(answer.statusCode, answer.body).toBe(201);
  await run(ana.empresaId, answer.json().id);
  return readLote(ana, answer.json().id);
}

const recusasOf = async (ana: Client, { id }: { id: string }): Promise<string[]> => {
  const { itens }: { itens: RecusaDoLote[] } = (await ana.get(`/api/lotes/${id}/recusas`)).json();
  return itens.map(({ nome, motivo }) => `${nome}: ${motivo}`);
};

const read = async (ana: Client, { id }: { id: string }): Promise<Produto> =>
  (await ana.get(`/api/produtos/${id}`)).json();

const preco = (valor: string, modo: 'valor' | 'percentual' | 'reais' = 'percentual'): Mudanca => ({
  tipo: 'preco',
  reajuste: { modo, valor, arredondar: 'nao' },
});

/** Copies a produto many times. The price of each copy is its number. */
async function copies({ empresaId }: Ana, { id }: Produto, count: number): Promise<string[]> {
  const rows = await db.write(systemAccess(empresaId), (tx) =>
    tx.query<{ id: string }>(
      `insert into produtos (empresa_id, user_id, nome, sku, categoria_id, marca_id, fornecedor_id, custo_unitario, preco_venda)
       select empresa_id, user_id, 'Peça ' || n, 'P-' || n, categoria_id, marca_id, fornecedor_id, 1, n
       from produtos, generate_series(1, $3::int) n where empresa_id = $1 and id = $2 returning id`,
      [id, count],
    ),
  );
  return rows.map((row) => row.id);
}

test('a price changes in every chosen produto, as one lote of the history, and one undo restores each', async () => {
  const ana = await anEmpresa();
  const [um, dois, fora] = [
    await aProduto(ana),
    await aProduto(ana, { preco_venda: '0.05' }),
    await aProduto(ana),
  ];
  const lote = await done(ana, { ids: [um.id, dois.id] }, preco('10'));
  expect(lote).toMatchObject({
    ...{ tipo: 'preco', situacao: 'concluido', total: 2, feitos: 2, alterados: 2, recusados: 0 },
    ...{ aviso: null, pedido_por: 'Ana Souza', desfeito: false },
  });
  expect((await read(ana, um)).preco_venda).toBe('27.50');
  expect((await read(ana, dois)).preco_venda).toBe('0.06');
  expect((await read(ana, fora)).preco_venda).toBe('25.00');
  const changes = await sql(
    "select user_id, registro_id from historico where lote = $1 and tabela = 'produtos'",
    [lote.id],
  );
  expect(changes.map(({ registro_id }) => registro_id).sort()).toEqual([um.id, dois.id].sort());
  expect(new Set(changes.map(({ user_id }) => user_id))).toEqual(new Set([ana.userId]));

  const undo = await undone(ana, lote.id);
  expect(undo).toMatchObject({
    ...{ tipo: 'desfazer', tipo_desfeito: 'preco', situacao: 'concluido', alterados: 2, recusados: 0 },
  });
  const { lote: _, ...before } = um;
  expect(await read(ana, um)).toEqual({ ...before, versao: 3 });
  expect((await read(ana, dois)).preco_venda).toBe('0.05');
  expect((await readLote(ana, lote.id)).desfeito).toBe(true);
  const again = await ana.post(`/api/lotes/${lote.id}/desfazer`);
  expect([again.statusCode, again.json().mensagem]).toEqual([
    409,
    'Esta alteração em massa já foi desfeita por Ana Souza.',
  ]);

  await undone(ana, undo.id);
  expect((await read(ana, um)).preco_venda).toBe('27.50');
});

test('refused produtos are named with the reason, and the others change', async () => {
  const ana = await anEmpresa();
  const cheap = await aProduto(ana, { nome: 'Barato', preco_venda: '1.00' });
  const gone = await aProduto(ana, { nome: 'Excluído' });
  const dear = await aProduto(ana, { nome: 'Caro' });
  const { id } = await begin(ana, { ids: [cheap.id, gone.id, dear.id] }, preco('-2', 'reais'));
  await ana.delete(`/api/produtos/${gone.id}`);
  await run(ana.empresaId, id);
  const lote = await readLote(ana, id);
  expect(lote).toMatchObject({ situacao: 'concluido', feitos: 3, alterados: 1, recusados: 2 });
  expect((await recusasOf(ana, lote)).sort()).toEqual([
    'Barato: O preço ficaria negativo.',
    'Excluído: O produto foi excluído antes da alteração.',
  ]);
  expect((await read(ana, dear)).preco_venda).toBe('23.00');
  expect(await undone(ana, id)).toMatchObject({ total: 1, alterados: 1, recusados: 0 });
});

test('an undo leaves out and names the produtos that were changed or deleted since', async () => {
  const ana = await anEmpresa();
  const bruno = await aColleague(ana);
  const [kept, edited, removed] = [
    await aProduto(ana),
    await aProduto(ana, { nome: 'Editado' }),
    await aProduto(ana, { nome: 'Removido' }),
  ];
  const { id } = await done(ana, { ids: [kept.id, edited.id, removed.id] }, preco('10'));
  const saved = await bruno.put(`/api/produtos/${edited.id}`, {
    ...formOf(await read(ana, edited)),
    preco_venda: '99.00',
  });
  expect(saved.statusCode, saved.body).toBe(200);
  await bruno.delete(`/api/produtos/${removed.id}`);
  const undo = await undone(ana, id);
  expect(undo).toMatchObject({ feitos: 3, alterados: 1, recusados: 2 });
  expect((await recusasOf(ana, undo)).sort()).toEqual([
    'Editado: Bruno Lima alterou este produto depois.',
    'Removido: Bruno Lima excluiu este produto depois.',
  ]);
  expect((await read(ana, edited)).preco_venda).toBe('99.00');
  expect((await read(ana, kept)).preco_venda).toBe('25.00');
});

test('a sale between a lote and its undo does not stop the undo', async () => {
  const ana = await anEmpresa();
  const matriz = await aDeposito(ana);
  const produto = await aProduto(ana, { stock: { [matriz]: '5' } });
  const { id } = await done(ana, { ids: [produto.id] }, preco('10'));
  await ana.post(
    '/api/movimentos',
    movimento({ produto_id: produto.id, deposito_id: matriz, tipo: 'saida' }),
  );
  expect(await undone(ana, id)).toMatchObject({ alterados: 1, recusados: 0 });
  expect(await read(ana, produto)).toMatchObject({ preco_venda: '25.00', estoque_inicial: '4.00' });
});

test('marca, categoria and fornecedor change, and produtos that already have them are not written', async () => {
  const ana = await anEmpresa();
  const [um, dois] = [await aProduto(ana), await aProduto(ana)];
  for (const tipo of ['marca', 'categoria', 'fornecedor'] as const) {
    const field = `${tipo}_id` as const;
    const lote = await done(ana, { ids: [um.id, dois.id] }, { tipo, [field]: um[field] } as Mudanca);
    expect(lote).toMatchObject({ feitos: 2, alterados: 1, recusados: 0 });
    expect((await read(ana, dois))[field]).toBe(um[field]);
    await undone(ana, lote.id);
    expect((await read(ana, dois))[field]).toBe(dois[field]);
  }
  const versao = (await read(ana, um)).versao;
  expect(versao).toBe(1);
});

test('an undo is refused for a produto whose earlier marca was deleted', async () => {
  const ana = await anEmpresa();
  const [um, dois, tres] = [await aProduto(ana), await aProduto(ana, { nome: 'Dois' }), await aProduto(ana)];
  const { id } = await done(ana, { ids: [dois.id, tres.id] }, { tipo: 'marca', marca_id: um.marca_id });
  expect((await ana.delete(`/api/marcas/${dois.marca_id}`)).statusCode).toBe(200);
  const undo = await undone(ana, id);
  expect(undo).toMatchObject({ situacao: 'concluido', alterados: 1, recusados: 1 });
  expect(await recusasOf(ana, undo)).toEqual(['Dois: Esta marca não existe mais. Escolha outra.']);
  expect((await read(ana, tres)).marca_id).toBe(tres.marca_id);
});

test('a target that is deleted before the job begins ends the lote with a sentence', async () => {
  const ana = await anEmpresa();
  const produto = await aProduto(ana);
  const marca = (await ana.post('/api/marcas', { nome: 'Nova', descricao: null, logo_url: null })).json();
  const { id } = await begin(ana, { ids: [produto.id] }, { tipo: 'marca', marca_id: marca.id });
  await ana.delete(`/api/marcas/${marca.id}`);
  await run(ana.empresaId, id);
  expect(await readLote(ana, id)).toMatchObject({
    situacao: 'falhou',
    aviso: 'A marca escolhida foi excluída. Escolha outra e comece de novo.',
  });
  const answer = await ana.post('/api/lotes', {
    selecao: { ids: [produto.id] },
    mudanca: { tipo: 'marca', marca_id: marca.id },
  });
  expect([answer.statusCode, answer.json().mensagem]).toEqual([
    422,
    'Esta marca não existe mais. Escolha outra.',
  ]);
});

test('the minimum of one deposito changes where the produto is, and is undone', async () => {
  const ana = await anEmpresa();
  const [matriz, filial] = [await aDeposito(ana), await aDeposito(ana, 'Filial')];
  const [um, dois] = [
    await aProduto(ana, { stock: { [matriz]: '5', [filial]: '5' } }),
    await aProduto(ana, { nome: 'Só na filial', stock: { [filial]: '5' } }),
  ];
  const minimo = async (produto: Produto) =>
    (
      await sql(
        'select deposito_id, minimo from produto_deposito where produto_id = $1 and minimo is not null',
        [produto.id],
      )
    ).map((row) => `${row['deposito_id']} ${row['minimo']}`);
  const lote = await done(
    ana,
    { ids: [um.id, dois.id] },
    { tipo: 'minimo', deposito_id: matriz, minimo: '4' },
  );
  expect(lote).toMatchObject({ feitos: 2, alterados: 1, recusados: 1 });
  expect(await recusasOf(ana, lote)).toEqual(['Só na filial: O produto não está neste depósito.']);
  expect(await minimo(um)).toEqual([`${matriz} 4.00`]);
  expect(await undone(ana, lote.id)).toMatchObject({ alterados: 1, recusados: 0 });
  expect(await minimo(um)).toEqual([]);
});

test('deleted produtos go to the lixeira with their stock and come back by the undo', async () => {
  const ana = await anEmpresa();
  const [matriz, filial] = [await aDeposito(ana), await aDeposito(ana, 'Filial')];
  const [um, dois] = [
    await aProduto(ana, { stock: { [matriz]: '5', [filial]: '2.5' } }),
    await aProduto(ana),
  ];
  const lote = await done(ana, { ids: [um.id, dois.id] }, { tipo: 'excluir' });
  expect(lote).toMatchObject({ situacao: 'concluido', alterados: 2, recusados: 0 });
  expect((await ana.get(`/api/produtos/${um.id}`)).statusCode).toBe(404);
  const { itens } = (await ana.get('/api/produtos/lixeira')).json();
  expect(itens.map(({ registro }: { registro: { id: string } }) => registro.id).sort()).toEqual(
    [um.id, dois.id].sort(),
  );
  expect(await undone(ana, lote.id)).toMatchObject({ alterados: 2, recusados: 0 });
  expect(await stockOf(ana, um.id)).toEqual({ [matriz]: '5.00', [filial]: '2.50' });
  expect((await read(ana, dois)).nome).toBe(dois.nome);
});

test('of produtos that are deleted together, one that sales promise stays with the reason', async () => {
  const ana = await anEmpresa();
  const matriz = await aDeposito(ana);
  const stock = { [matriz]: '2' };
  const [um, promised, tres] = [
    await aProduto(ana, { stock }),
    await aProduto(ana, { stock }),
    await aProduto(ana, { stock }),
  ];
  await sell(db, ana, { produto_id: promised.id, reservado: 1 });
  const lote = await done(ana, { ids: [um.id, promised.id, tres.id] }, { tipo: 'excluir' });
  expect(lote).toMatchObject({ situacao: 'concluido', alterados: 2, recusados: 1 });
  expect(await recusasOf(ana, lote)).toEqual([
    'Filtro de óleo: Este produto tem 1 unidade em reserva para pedidos. Exclua-o depois que os pedidos saírem ou forem cancelados.',
  ]);
  expect(await read(ana, promised)).toMatchObject({ estoque_inicial: '2.00', reservado: '1.00' });
});

test('one produto of a deleted lote comes back from the lixeira alone, and several by a lote', async () => {
  const ana = await anEmpresa();
  const matriz = await aDeposito(ana);
  const [um, dois, tres] = [
    await aProduto(ana, { stock: { [matriz]: '5' } }),
    await aProduto(ana, { nome: 'Dois', stock: { [matriz]: '2' } }),
    await aProduto(ana),
  ];
  const { id } = await done(ana, { ids: [um.id, dois.id, tres.id] }, { tipo: 'excluir' });
  const one = await ana.post(`/api/historico/${id}/desfazer?registro_id=${um.id}`);
  expect(one.statusCode, one.body).toBe(200);
  expect(await stockOf(ana, um.id)).toEqual({ [matriz]: '5.00' });
  expect((await ana.get(`/api/produtos/${dois.id}`)).statusCode).toBe(404);
  const lote = await done(ana, { ids: [um.id, dois.id] }, { tipo: 'restaurar' });
  expect(lote).toMatchObject({ alterados: 1, recusados: 1 });
  expect(await recusasOf(ana, lote)).toEqual([`${um.nome}: O produto não está na lixeira.`]);
  expect(await stockOf(ana, dois.id)).toEqual({ [matriz]: '2.00' });
  expect((await ana.get(`/api/produtos/${tres.id}`)).statusCode).toBe(404);
});

test('a deleted produto whose SKU was taken since stays deleted, and the others come back', async () => {
  const ana = await anEmpresa();
  const produtos = [
    await aProduto(ana),
    await aProduto(ana, { nome: 'Tomado', sku: 'X-1' }),
    await aProduto(ana),
  ];
  const { id } = await done(ana, { ids: produtos.map((each) => each.id) }, { tipo: 'excluir' });
  await aProduto(ana, { sku: 'X-1' });
  const undo = await undone(ana, id);
  expect(undo).toMatchObject({ situacao: 'concluido', feitos: 3, alterados: 2, recusados: 1 });
  expect(await recusasOf(ana, undo)).toEqual(['Tomado: Já existe um produto com este SKU. Use outro.']);
});

test('the undo of the history also undoes a lote of a job', async () => {
  const ana = await anEmpresa();
  const produto = await aProduto(ana);
  const { id } = await done(ana, { ids: [produto.id] }, preco('10'));
  const [line] = (await ana.get('/api/inicio/atividade')).json().itens;
  expect(line).toMatchObject({ desfazer: id });
  const answer = await ana.post(`/api/historico/${id}/desfazer`);
  expect(answer.json()).toMatchObject({ em_andamento: true });
  expect(answer.statusCode, answer.body).toBe(200);
  await run(ana.empresaId, answer.json().lote);
  expect((await read(ana, produto)).preco_venda).toBe('25.00');
});

test('a filter chooses what the list shows, without the ones left out and those created later', async () => {
  const ana = await anEmpresa();
  const [um, dois, outro] = [
    await aProduto(ana, { nome: 'Disco de freio' }),
    await aProduto(ana, { nome: 'Pastilha de freio' }),
    await aProduto(ana, { nome: 'Correia' }),
  ];
  const { id } = await begin(ana, { filtro: { nome: 'FREIO' }, exceto: [dois.id] }, preco('10'));
  const late = await aProduto(ana, { nome: 'Freio novo' });
  expect(await readLote(ana, id)).toMatchObject({ situacao: 'preparando', total: 0 });
  await run(ana.empresaId, id);
  expect(await readLote(ana, id)).toMatchObject({ situacao: 'concluido', total: 1, alterados: 1 });
  const prices = await Promise.all(
    [um, dois, outro, late].map(async (each) => (await read(ana, each)).preco_venda),
  );
  expect(prices).toEqual(['27.50', '25.00', '25.00', '25.00']);
  expect(await done(ana, { filtro: {}, exceto: [] }, preco('1', 'valor'))).toMatchObject({ alterados: 4 });
  const found = await done(ana, { filtro: { busca: 'correia' }, exceto: [] }, preco('2', 'valor'));
  expect(found).toMatchObject({ total: 1, alterados: 1 });
});

test('the produtos that an importacao created are chosen by its filter', async () => {
  const ana = await anEmpresa();
  const [created, linked] = [await aProduto(ana), await aProduto(ana)];
  const importacao = await anImportacao(sql, ana, { criado: [created.id], ligado: [linked.id] });
  const changed = await done(ana, { filtro: { importacao }, exceto: [] }, preco('10'));
  expect(changed).toMatchObject({ total: 1, alterados: 1 });
  expect((await read(ana, created)).preco_venda).toBe('27.50');
  expect((await read(ana, linked)).preco_venda).toBe('25.00');
});

test('a job that dies after any statement goes on where it stopped, and so does its undo', async () => {
  const ana = await anEmpresa();
  const first = await aProduto(ana, { preco_venda: '0.00' });
  await copies(ana, first, 1700);
  const prices = async () =>
    (
      await sql('select sku, preco_venda from produtos where empresa_id = $1 order by sku', [ana.empresaId])
    ).map((row) => `${row['sku']} ${row['preco_venda']}`);
  const before = await prices();
  const expected = before.map((line) => {
    const [sku, price] = line.split(' ') as [string, string];
    return `${sku} ${((Number(price) * 110) / 100).toFixed(2)}`;
  });

  /** Runs the job while the database fails after more and more calls, sometimes after the commit. */
  async function runMortal(id: string): Promise<number> {
    for (let deaths = 0; ; deaths++) {
      let calls = 0;
      let isSentOn = false;
      const allowed = 1 + (deaths % 9);
      const isLate = deaths % 2 === 0;
      const mortal =
        <A extends unknown[], R>(call: (...given: A) => Promise<R>) =>
        async (...given: A): Promise<R> => {
          if (++calls >= allowed && !isLate) throw new Error('killed');
          const answer = await call(...given);
          if (calls >= allowed) throw new Error('killed');
          return answer;
        };
      const died = await advance({
        ...parts,
        ...{ empresaId: ana.empresaId, id },
        sendOn: async () => {
          isSentOn = true;
        },
        db: { ...db, read: mortal(db.read) as never, write: mortal(db.write) as never },
      }).then(
        () => false,
        () => true,
      );
      if (!died && !isSentOn) return deaths;
    }
  }

  const { id } = await begin(ana, { filtro: {}, exceto: [] }, preco('10'));
  expect(await runMortal(id)).toBeGreaterThan(3);
  expect(await readLote(ana, id)).toMatchObject({ situacao: 'concluido', feitos: 1701, alterados: 1700 });
  expect(await prices()).toEqual(expected);
  const undo = (await ana.post(`/api/lotes/${id}/desfazer`)).json();
  expect(await runMortal(undo.id)).toBeGreaterThan(3);
  expect(await readLote(ana, undo.id)).toMatchObject({
    situacao: 'concluido',
    alterados: 1700,
    recusados: 0,
  });
  expect(await prices()).toEqual(before);
  const [noted] = await sql(
    "select count(*)::int as n from novidades where empresa_id = $1 and tabela = 'produtos' and ids is null",
    [ana.empresaId],
  );
  // Open screens get one row for each transaction, and not one for each produto.
  expect(Number(noted?.['n'])).toBeLessThan(20);
});

test('two jobs of one lote change every produto once', async () => {
  const ana = await anEmpresa();
  const ids = await copies(ana, await aProduto(ana), 1200);
  const { id } = await begin(ana, { ids }, preco('1', 'reais'));
  await Promise.all([run(ana.empresaId, id), run(ana.empresaId, id), run(ana.empresaId, id)]);
  expect(await readLote(ana, id)).toMatchObject({ feitos: 1200, alterados: 1200 });
  const [wrong] = await sql(
    "select count(*)::int as n from produtos where empresa_id = $1 and sku like 'P-%' and preco_venda <> substr(sku, 3)::numeric + 1",
    [ana.empresaId],
  );
  expect(wrong?.['n']).toBe(0);
});

test('a cancelled lote stops, and its part can be undone', async () => {
  const ana = await anEmpresa();
  const ids = await copies(ana, await aProduto(ana), 1200);
  const { id } = await begin(ana, { ids }, preco('1', 'reais'));
  let writes = 0;
  await advance({
    ...{ ...parts, empresaId: ana.empresaId, id, sendOn: async () => {} },
    db: {
      ...db,
      async write(...given) {
        const answer = await db.write(...given);
        if (++writes === 1) await ana.post(`/api/lotes/${id}/cancelar`);
        return answer;
      },
    },
  });
  expect(await readLote(ana, id)).toMatchObject({ situacao: 'cancelado', feitos: 500, total: 1200 });
  const again = await ana.post(`/api/lotes/${id}/cancelar`);
  expect([again.statusCode, again.json().mensagem]).toEqual([409, 'Esta alteração em massa já terminou.']);
  expect(await undone(ana, id)).toMatchObject({ total: 500, alterados: 500 });
});

test('only a person with the rights changes, sees and undoes a lote, also while it runs', async () => {
  const ana = await anEmpresa();
  const [estoque, consulta] = [
    await aColleague(ana, 'Bruno Lima', 'estoque'),
    await aColleague(ana, 'Caio Reis', 'consulta'),
  ];
  const produto = await aProduto(ana);
  const custo: Mudanca = { tipo: 'custo', reajuste: { modo: 'valor', valor: '3.21', arredondar: 'nao' } };
  const body = { selecao: { ids: [produto.id] }, mudanca: custo };
  expect((await estoque.post('/api/lotes', body)).statusCode).toBe(403);
  expect((await consulta.post('/api/lotes', { ...body, mudanca: preco('1') })).statusCode).toBe(403);
  const lote = await done(ana, body.selecao, custo);
  expect((await read(ana, produto)).custo_unitario).toBe('3.21');
  expect((await estoque.get(`/api/lotes/${lote.id}`)).statusCode).toBe(404);
  expect((await estoque.post(`/api/lotes/${lote.id}/desfazer`)).statusCode).toBe(404);
  expect((await estoque.post(`/api/historico/${lote.id}/desfazer`)).statusCode).toBe(403);
  expect((await (await anEmpresa()).get(`/api/lotes/${lote.id}`)).statusCode).toBe(404);

  const running = await begin(estoque, body.selecao, preco('10'));
  await sql("update membros set papel = 'vendas' where user_id = $1", [estoque.userId]);
  await run(ana.empresaId, running.id);
  expect(await readLote(ana, running.id)).toMatchObject({
    ...{ situacao: 'falhou', feitos: 0 },
    aviso: 'Quem pediu esta alteração não tem mais o direito de fazê-la.',
  });
});

test('more than 100.000 produtos, and more than five lotes under way, are refused', async () => {
  const ana = await anEmpresa();
  const produto = await aProduto(ana);
  const { id } = await begin(ana, { filtro: {}, exceto: [] }, preco('10'));
  await sql('update lotes set total = 100000 where id = $1', [id]);
  await run(ana.empresaId, id);
  expect(await readLote(ana, id)).toMatchObject({ situacao: 'falhou', alterados: 0 });
  for (let n = 0; n < 5; n++) await begin(ana, { ids: [produto.id] }, preco('10'));
  const answer = await ana.post('/api/lotes', { selecao: { ids: [produto.id] }, mudanca: preco('10') });
  expect([answer.statusCode, answer.json().mensagem]).toEqual([
    409,
    'Já há alterações em massa em andamento. Espere uma delas terminar ou cancele-a.',
  ]);
  const ids = Array.from({ length: 5001 }, () => randomUUID());
  expect((await ana.post('/api/lotes', { selecao: { ids }, mudanca: preco('10') })).statusCode).toBe(422);
});

test('a lote whose worker was killed is enqueued again, and an old one is no longer undone', async () => {
  const ana = await anEmpresa();
  const produto = await aProduto(ana);
  const old = await done(ana, { ids: [produto.id] }, preco('10'));
  const lost = await begin(ana, { ids: [produto.id] }, preco('10'));
  const sent: unknown[] = [];
  const jobs = {
    enqueue: async (_tx: unknown, _kind: unknown, data: unknown) => {
      sent.push(data);
    },
  };
  const keep = lotesHandlers({ ...parts, jobs }).find(({ kind }) => kind.name === keepLotes.name);
  const keepNow = () => keep?.run({} as never);
  const isSent = () => sent.some((data) => (data as { lote_id: string }).lote_id === lost.id);
  await keepNow();
  expect(isSent()).toBe(false);
  await sql("update lotes set progresso_em = now() - interval '1 minute' where id = $1", [lost.id]);
  await sql("update lotes set created_at = now() - interval '32 days' where id = $1", [old.id]);
  await keepNow();
  expect(isSent()).toBe(true);
  expect(await sql('select lote_id from lote_partes where lote_id = any ($1)', [[old.id, lost.id]])).toEqual([
    { lote_id: lost.id },
  ]);
  const answer = await ana.post(`/api/historico/${old.id}/desfazer`);
  expect([answer.statusCode, answer.json().mensagem]).toEqual([
    409,
    'Só é possível desfazer alterações dos últimos 30 dias.',
  ]);
});

test('the sample shows the first produtos, and the file has the chosen columns', async () => {
  const ana = await anEmpresa();
  const estoque = await aColleague(ana, 'Bruno Lima', 'estoque');
  const um = await aProduto(ana, { nome: '=SOMA(1)', sku: 'A-1', cod_referencia: ['C1', 'C2'] });
  const dois = await aProduto(ana, { nome: 'Dois; "aspas"', sku: 'A-2', preco_venda: '1234.50' });
  const sample = await ana.post('/api/lotes/amostra', {
    selecao: { filtro: { sku: 'A-' }, exceto: [um.id] },
  });
  expect(sample.json().itens).toEqual([
    expect.objectContaining({
      id: dois.id,
      nome: dois.nome,
      preco_venda: '1234.50',
      custo_unitario: '10.00',
    }),
  ]);
  const hidden = await estoque.post('/api/lotes/amostra', { selecao: { ids: [dois.id] } });
  expect(hidden.json().itens[0]).not.toHaveProperty('custo_unitario');

  const file = await ana.post('/api/lotes/arquivo', {
    selecao: { filtro: {}, exceto: [] },
    colunas: ['preco_venda', 'custo_unitario', 'sku', 'nome', 'cod_referencia'],
  });
  expect(file.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(file.body.replace('\ufeff', '').split('\r\n')).toEqual([
    'Código (SKU);Cód. Referência;Nome;Preço de venda;Custo unitário',
    'A-1;"C1, C2";\'=SOMA(1);"25,00";"10,00"',
    'A-2;;"Dois; ""aspas""";"1234,50";"10,00"',
    '',
  ]);
  const ids = await estoque.post('/api/lotes/arquivo', { selecao: { ids: [dois.id] }, colunas: ['sku'] });
  expect(ids.body).toBe('\ufeffCódigo (SKU)\r\nA-2\r\n');
  const refused = await estoque.post('/api/lotes/arquivo', {
    selecao: { ids: [dois.id] },
    colunas: ['sku', 'custo_unitario'],
  });
  expect(refused.statusCode).toBe(403);
  const told = (await ana.get('/api/atividades?tipo=exportacao')).json().itens;
  expect(told).toHaveLength(2);
});
