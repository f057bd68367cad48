import { randomUUID } from 'node:crypto';
import type { Produto } from '@prumo/contract/produtos.ts';
import { describe, expect, test } from 'vitest';
import type { Client } from '#testing/harness.ts';
import { columnsIn } from '#testing/register.ts';
import { aDeposito, aProduto, formOf } from '#testing/stock.ts';
import { testApp } from '#testing/test-app.ts';

const { anEmpresa, sql } = await testApp();

const read = async (client: Client, { id }: { id: string }): Promise<Produto> =>
  (await client.get(`/api/produtos/${id}`)).json();

describe('creating', () => {
  test('[PROD-41] [PROD-44] stores every field and the signed-in user, and returns the new row with its names', async () => {
    const ana = await anEmpresa();
    const [matriz, filial] = [await aDeposito(ana, 'Matriz'), await aDeposito(ana, 'Filial')];
    const model = await aProduto(ana);
    const input = {
      nome: 'Filtro de ar',
      sku: 'FA-001',
      categoria_id: model.categoria_id,
      marca_id: model.marca_id,
      fornecedor_id: model.fornecedor_id,
      cod_referencia: ['90915-YZZD2', '0451103079'],
      custo_unitario: '0.1',
      preco_venda: '9999999999.99',
    };
    const produto = await aProduto(ana, { ...input, stock: { [matriz]: '0.1', [filial]: '0.2' } });
    const [row] = await sql('select * from produtos where id = $1', [produto.id]);
    const stored = {
      ...input,
      custo_unitario: '0.10',
      estoque_inicial: '0.30',
      fotos: [],
      user_id: ana.userId,
    };
    expect(row).toMatchObject({ ...stored, empresa_id: ana.empresaId });
    const { lote, ...created } = produto;
    expect(created).toMatchObject({
      ...stored,
      versao: 1,
      categoria_nome: model.categoria_nome,
      marca_nome: model.marca_nome,
      fornecedor_nome: 'Autopeças Aurora Ltda',
    });
    expect(await read(ana, produto)).toEqual(created);
  });

  test('[PROD-42] the produto is inserted first, then a link and a movimento for each deposito', async () => {
    const ana = await anEmpresa();
    const [matriz, filial] = [await aDeposito(ana, 'Matriz'), await aDeposito(ana, 'Filial')];
    const { id, lote } = await aProduto(ana, { stock: { [matriz]: '3.5', [filial]: '0' } });
    const history = await sql('select tabela from historico where lote = $1 order by id', [lote]);
    expect(history.map(({ tabela }) => tabela)).toEqual(['produtos', 'produto_deposito', 'produto_deposito']);
    const links = await sql(
      'select deposito_id, quantidade::text, user_id from produto_deposito where produto_id = $1 order by quantidade',
      [id],
    );
    expect(links).toEqual([
      { deposito_id: filial, quantidade: '0.00', user_id: ana.userId },
      { deposito_id: matriz, quantidade: '3.50', user_id: ana.userId },
    ]);
    expect(
      await sql(
        'select deposito_id, tipo, delta::text, saldo::text, origem from movimentos_estoque where produto_id = $1',
        [id],
      ),
    ).toEqual([{ deposito_id: matriz, tipo: 'ajuste', delta: '3.50', saldo: '3.50', origem: 'produto' }]);
  });

  test('[PROD-36] [PROD-37] [PROD-38] a missing or negative value is reported at its field, and nothing is saved', async () => {
    const ana = await anEmpresa();
    const { id, versao, ...form } = { ...formOf(await aProduto(ana)), id: '' };
    for (const [input, campos] of [
      [{ nome: '  ' }, { nome: 'Nome é obrigatório' }],
      [{ sku: '' }, { sku: 'SKU é obrigatório' }],
      [{ categoria_id: '' }, { categoria_id: 'Categoria é obrigatória' }],
      [{ marca_id: '' }, { marca_id: 'Marca é obrigatória' }],
      [{ fornecedor_id: '' }, { fornecedor_id: 'Fornecedor é obrigatório' }],
      [{ custo_unitario: '-0.01' }, { custo_unitario: 'Custo unitário deve ser maior ou igual a 0' }],
      [{ preco_venda: '-1' }, { preco_venda: 'Preço de venda deve ser maior ou igual a 0' }],
      [{ preco_venda: '1.234' }, { preco_venda: 'Preço de venda deve ser maior ou igual a 0' }],
      [{ cod_referencia: ['AB1', 'ab1'] }, { cod_referencia: 'Este código já foi adicionado' }],
      [{ cod_referencia: ['  '] }, { cod_referencia: 'Digite um código de referência' }],
    ] as const) {
      const refused = await ana.post('/api/produtos', { ...form, sku: randomUUID(), ...input });
      expect(refused.statusCode).toBe(422);
      expect(refused.json().campos).toEqual(campos);
    }
    const free = { custo_unitario: '0', preco_venda: '0', sku: 'GRATIS' };
    expect((await ana.post('/api/produtos', { ...form, ...free })).statusCode).toBe(201);
    expect((await ana.get('/api/produtos')).json().total).toBe(2);
  });

  test('a duplicate deposito or one of another empresa is refused and creates no produto', async () => {
    const ana = await anEmpresa();
    const deposito_id = await aDeposito(ana);
    const foreign = await aDeposito(await anEmpresa());
    const { versao, ...form } = formOf(await aProduto(ana));
    const saldo = { deposito_id, quantidade: '1', quantidade_lida: null };
    const twice = await ana.post('/api/produtos', { ...form, sku: 'A', depositos: [saldo, saldo] });
    expect(twice.json().campos).toEqual({ depositos: 'Depósito já adicionado' });
    const depositos = [{ ...saldo, deposito_id: foreign }];
    expect((await ana.post('/api/produtos', { ...form, sku: 'B', depositos })).statusCode).toBe(422);
    expect((await ana.get('/api/produtos')).json().total).toBe(1);
  });

  test('a marca, categoria or fornecedor of another empresa is refused like one that never existed', async () => {
    const ana = await anEmpresa();
    const foreign = await aProduto(await anEmpresa());
    const { versao, ...form } = formOf(await aProduto(ana));
    for (const [field, message] of [
      ['marca_id', 'Esta marca não existe mais. Escolha outra.'],
      ['categoria_id', 'Esta categoria não existe mais. Escolha outra.'],
      ['fornecedor_id', 'Este fornecedor não existe mais. Escolha outro.'],
    ] as const)
      for (const id of [foreign[field], randomUUID()]) {
        const refused = await ana.post('/api/produtos', { ...form, sku: randomUUID(), [field]: id });
        expect(refused.statusCode).toBe(409);
        expect(refused.json().campos).toEqual({ [field]: message });
      }
  });
});

describe('the SKU', () => {
  test('is unique in an empresa, and the refusal names the produto that has it', async () => {
    const ana = await anEmpresa();
    const first = await aProduto(ana, { nome: 'Vela NGK', sku: 'V-1' });
    const { versao, ...form } = formOf(first);
    const message = 'Já existe um produto com este SKU: Vela NGK';
    const refused = await ana.post('/api/produtos', form);
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({ codigo: 'conflict', mensagem: message, campos: { sku: message } });
    const second = await aProduto(ana, { sku: 'V-2' });
    expect(
      (await ana.put(`/api/produtos/${second.id}`, { ...formOf(second), sku: 'V-1' })).json().campos,
    ).toEqual({ sku: message });
    expect((await ana.put(`/api/produtos/${first.id}`, { ...formOf(first), nome: 'Vela' })).statusCode).toBe(
      200,
    );
    await aProduto(await anEmpresa(), { sku: 'V-1' });
  });

  test('goes to one of several produtos that are created with it concurrently', async () => {
    const ana = await anEmpresa();
    const { versao, ...form } = formOf(await aProduto(ana));
    for (let round = 0; round < 10; round++) {
      const sku = `CORRIDA-${round}`;
      const answers = await Promise.all([1, 2, 3].map(() => ana.post('/api/produtos', { ...form, sku })));
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409]);
      for (const answer of answers.filter(({ statusCode }) => statusCode === 409))
        expect(answer.json().campos.sku).toMatch(/^Já existe um produto com este SKU/);
    }
  });
});

test('[PROD-45] the stock of a produto is read with each deposito’s nome, cidade and estado', async () => {
  const ana = await anEmpresa();
  const deposito = await aDeposito(ana, 'Matriz');
  const registro = (await ana.get(`/api/depositos/${deposito}`)).json();
  const { id, user_id, created_at, ...input } = registro;
  await ana.put(`/api/depositos/${deposito}`, { ...input, cidade: 'Campinas', estado: 'SP' });
  const produto = await aProduto(ana, { stock: { [deposito]: '4.5' } });
  expect((await read(ana, produto)).depositos).toEqual([
    {
      deposito_id: deposito,
      nome: 'Matriz',
      cidade: 'Campinas',
      estado: 'SP',
      ativo: true,
      quantidade: '4.50',
      reservado: '0.00',
      disponivel: '4.50',
    },
  ]);
});

test('[PROD-50] [PROD-51] rows have the specified columns', async () => {
  expect(await columnsIn(sql, 'produtos')).toMatchObject({
    id: false,
    user_id: false,
    nome: false,
    categoria_id: false,
    marca_id: false,
    fornecedor_id: false,
    sku: false,
    cod_referencia: false,
    estoque_inicial: false,
    custo_unitario: false,
    preco_venda: false,
    fotos: false,
    created_at: false,
  });
  expect(await columnsIn(sql, 'produto_deposito')).toMatchObject({
    user_id: false,
    produto_id: false,
    deposito_id: false,
    quantidade: false,
  });
  const types = await sql(
    `select table_name || '.' || column_name as name, data_type || coalesce(numeric_scale::text, '') as type
     from information_schema.columns where (table_name, column_name) in (('produtos', 'cod_referencia'),
       ('produtos', 'fotos'), ('produtos', 'estoque_inicial'), ('produto_deposito', 'quantidade')) order by 1`,
  );
  expect(types).toEqual([
    { name: 'produto_deposito.quantidade', type: 'numeric2' },
    { name: 'produtos.cod_referencia', type: 'ARRAY' },
    { name: 'produtos.estoque_inicial', type: 'numeric2' },
    { name: 'produtos.fotos', type: 'ARRAY' },
  ]);
});
