import { randomUUID } from 'node:crypto';
import type { Alteracao } from '@prumo/contract/historico.ts';
import { expect, test } from 'vitest';
import { explanations } from '#explanations.ts';
import { openArquivos } from '#modules/arquivos/arquivos.ts';
import { openSealer } from '#modules/atividades/sealer.ts';
import { TABELAS } from '#modules/exportacoes/layout.ts';
import { selectEmpresa, selectPagina } from '#modules/exportacoes/read.queries.ts';
import { advance } from '#modules/lotes/advance.ts';
import { systemAccess } from '#platform/db/system-access.ts';
import { openLog } from '#platform/log.ts';
import { storeDifferences } from '#testing/differences.ts';
import type { Client } from '#testing/harness.ts';
import { aDeposito, aProduto, formOf, stockOf } from '#testing/stock.ts';
import { testApp } from '#testing/test-app.ts';

/**
 * Every reader of the history understands an update that is stored as its changed columns, because the next release
 * writes such rows while processes of this one still run (ADR 0104).
 */
const { anEmpresa, aColleague, openPool, sql } = await testApp();
await storeDifferences(sql);
const db = openPool(2);

type Ana = Awaited<ReturnType<typeof anEmpresa>>;

const undo = (ana: Client, lote: string) => ana.post(`/api/historico/${lote}/desfazer`);
const changesOf = async (ana: Client, tabela: string, id: string): Promise<Alteracao[]> =>
  (await ana.get(`/api/historico?tabela=${tabela}&registro_id=${id}`)).json().itens;
const marca = (nome: string) => ({ nome, descricao: 'Peças', logo_url: null });

async function edited(ana: Client) {
  const created = (await ana.post('/api/marcas', marca('Aurora'))).json();
  const answer = await ana.put(`/api/marcas/${created.id}`, { ...marca('Boreal'), versao: created.versao });
  expect(answer.statusCode, answer.body).toBe(200);
  return { id: String(created.id), lote: String(answer.json().lote), versao: Number(answer.json().versao) };
}

test('the stored update has only its changed columns and the identity of its record', async () => {
  const ana = await anEmpresa();
  const { id } = await edited(ana);
  const rows = await sql("select antes, depois from historico where registro_id = $1 and operacao = 'U'", [
    id,
  ]);
  expect(rows).toEqual([{ antes: { nome: 'Aurora', versao: 1 }, depois: { nome: 'Boreal', versao: 2 } }]);
});

test('the history of a record shows the changed fields', async () => {
  const ana = await anEmpresa();
  const { id } = await edited(ana);
  expect((await changesOf(ana, 'marcas', id))[0]).toMatchObject({
    operacao: 'alterou',
    mudancas: [{ campo: 'nome', antes: 'Aurora', depois: 'Boreal' }],
  });
});

test('a person without the right to see costs gets no line about a change of the cost alone', async () => {
  const ana = await anEmpresa();
  const bruno = await aColleague(ana, 'Bruno Lima', 'vendas');
  const produto = await aProduto(ana);
  const saved = await ana.put(`/api/produtos/${produto.id}`, { ...formOf(produto), custo_unitario: '7.77' });
  expect(saved.statusCode, saved.body).toBe(200);
  expect((await changesOf(ana, 'produtos', produto.id))[0]?.mudancas.map(({ campo }) => campo)).toEqual([
    'custo_unitario',
  ]);
  expect((await changesOf(bruno, 'produtos', produto.id)).map(({ operacao }) => operacao)).toEqual(['criou']);
});

test('an undo restores the changed fields, and is refused after a later change', async () => {
  const ana = await anEmpresa();
  const first = await edited(ana);
  const answer = await undo(ana, first.lote);
  expect(answer.statusCode, answer.body).toBe(200);
  expect((await ana.get(`/api/marcas/${first.id}`)).json()).toMatchObject({ ...marca('Aurora'), versao: 3 });
  const second = await edited(ana);
  await ana.put(`/api/marcas/${second.id}`, { ...marca('Boreal'), descricao: null, versao: second.versao });
  const refused = await undo(ana, second.lote);
  expect(refused.statusCode).toBe(409);
  expect(refused.json().mensagem).toContain('alterou este registro depois');
});

test('an undo restores an edit of a produto with its stock and depositos', async () => {
  const ana = await anEmpresa();
  const [matriz, filial] = [await aDeposito(ana), await aDeposito(ana, 'Filial')];
  const produto = await aProduto(ana, { stock: { [matriz]: '10', [filial]: '2' } });
  const saved = await ana.put(`/api/produtos/${produto.id}`, {
    ...formOf(produto),
    nome: 'Outro nome',
    depositos: [
      { deposito_id: matriz, quantidade: '7', quantidade_lida: '10' },
      { deposito_id: filial, quantidade: null, quantidade_lida: '2' },
    ],
  });
  expect(saved.statusCode, saved.body).toBe(200);
  const answer = await undo(ana, saved.json().lote);
  expect(answer.statusCode, answer.body).toBe(200);
  expect(await stockOf(ana, produto.id)).toEqual({ [matriz]: '10.00', [filial]: '2.00' });
  expect((await ana.get(`/api/produtos/${produto.id}`)).json()).toMatchObject({ nome: produto.nome });
});

test('a record deleted after an edit comes back from the trash whole', async () => {
  const ana = await anEmpresa();
  const { id } = await edited(ana);
  await ana.delete(`/api/marcas/${id}`);
  const [deleted] = (await ana.get('/api/marcas/lixeira')).json().itens;
  expect(deleted.registro).toMatchObject(marca('Boreal'));
  expect((await undo(ana, deleted.lote)).statusCode).toBe(200);
  expect((await ana.get(`/api/marcas/${id}`)).json()).toMatchObject(marca('Boreal'));
});

async function run(empresaId: string, id: string): Promise<void> {
  const arquivos = openArquivos({
    jobs: { enqueue: async () => {} } as never,
    mediaUrl: 'http://media.test',
  });
  let isOver = false;
  while (!isOver) {
    isOver = true;
    const sendOn = async () => {
      isOver = false;
    };
    await advance({ db, arquivos, explanations, empresaId, id, sendOn });
  }
}

test('the undo of a bulk change gives back the price and leaves every other column', async () => {
  const ana = await anEmpresa();
  const produtos = [await aProduto(ana), await aProduto(ana)];
  const before = await Promise.all(produtos.map(({ id }) => ana.get(`/api/produtos/${id}`)));
  const mudanca = { tipo: 'preco', reajuste: { modo: 'percentual', valor: '10', arredondar: 'nao' } };
  const selecao = { ids: produtos.map(({ id }) => id) };
  const begun = await ana.post('/api/lotes', { selecao, mudanca });
  expect(begun.statusCode, begun.body).toBe(201);
  await run(ana.empresaId, begun.json().id);
  const undone = await ana.post(`/api/lotes/${begun.json().id}/desfazer`);
  await run(ana.empresaId, undone.json().id);
  expect((await ana.get(`/api/lotes/${undone.json().id}`)).json()).toMatchObject({ alterados: 2 });
  const after = await Promise.all(produtos.map(({ id }) => ana.get(`/api/produtos/${id}`)));
  expect(after.map((each) => each.json())).toEqual(before.map((each) => ({ ...each.json(), versao: 3 })));
});

test('an export shows a record as it was at the cut, whatever was changed, deleted or restored since', async () => {
  const ana: Ana = await anEmpresa();
  const ids = [];
  for (const nome of ['Alterada', 'Excluída', 'De volta'])
    ids.push(String((await ana.post('/api/marcas', marca(nome))).json().id));
  const [{ corte } = { corte: '' }] = (await sql('select clock_timestamp()::text as corte')) as [
    { corte: string },
  ];
  for (const [n, id] of ids.entries()) {
    await ana.put(`/api/marcas/${id}`, { ...marca(`Depois ${n}`), versao: 1 });
    await ana.put(`/api/marcas/${id}`, { ...marca(`Depois ${n}`), descricao: null, versao: 2 });
  }
  await ana.delete(`/api/marcas/${ids[1]}`);
  await undo(ana, (await ana.delete(`/api/marcas/${ids[2]}`)).json().lote);
  await ana.post('/api/marcas', marca('Nova'));
  const tabela = TABELAS.find(({ nome }) => nome === 'marcas');
  if (!tabela) throw new Error('the table is not in the file');
  const read = { corte: { corte, lotes: [] }, depois: null, limit: 100 };
  const { linhas } = await db.read(systemAccess(ana.empresaId), (tx) => selectPagina(tx, tabela, read));
  const [nome, descricao] = ['nome', 'descricao'].map((name) =>
    tabela.colunas.findIndex((coluna) => coluna.nome === name),
  ) as [number, number];
  expect(linhas.map((cells) => [cells[nome], cells[descricao]])).toEqual([
    ['Alterada', 'Peças'],
    ['Excluída', 'Peças'],
    ['De volta', 'Peças'],
  ]);
  const empresa = await db.read(systemAccess(ana.empresaId), (tx) => selectEmpresa(tx, read.corte));
  expect(empresa).toMatchObject({ id: ana.empresaId });
});

test('the atividades name the record and its changes, and the chain holds', async () => {
  const ana = await anEmpresa();
  await edited(ana);
  const sealer = openSealer({ db, log: openLog('silent') });
  while (await sealer.step());
  const [line] = (await ana.get('/api/atividades')).json().itens;
  expect(line).toMatchObject({
    tipo: 'registro_alterado',
    selo: 'conferida',
    registro: { nome: 'Boreal' },
    mudancas: [{ campo: 'nome', antes: 'Aurora', depois: 'Boreal' }],
  });
});

test('the erasure of a titular replaces the personal values of a difference, and adds none', async () => {
  const ana = await anEmpresa();
  const email = `maria-${randomUUID()}@exemplo.com.br`;
  const cliente = {
    ...BLANK,
    nome: 'Maria',
    cpf_cnpj: '52998224725',
    email,
    senha: SENHA,
    confirmar_senha: SENHA,
  };
  const created = await ana.post('/api/clientes', cliente);
  expect(created.statusCode, created.body).toBe(201);
  const { id } = created.json();
  const saved = await ana.put(`/api/clientes/${id}`, { ...cliente, email: `nova-${email}`, versao: 1 });
  expect(saved.statusCode, saved.body).toBe(200);
  for (let n = 0; n < 3; n++)
    await sql('select erase_registros($1, $2, 500)', [
      ana.empresaId,
      JSON.stringify([{ tabela: 'clientes', id }]),
    ]);
  const rows = await sql(
    "select antes, depois from historico where registro_id = $1 and operacao = 'U' order by id",
    [id],
  );
  expect(JSON.stringify(rows)).not.toContain(email);
  expect(Object.keys(rows[0]?.['antes'] as object).sort()).toEqual(['email', 'nome', 'versao']);
});

const SENHA = 'maria-maria';
const BLANK = Object.fromEntries(
  'nome_fantasia inscricao_estadual cep endereco numero complemento bairro cidade estado'
    .split(' ')
    .map((name) => [name, null]),
);
