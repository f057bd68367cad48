import type { Importacao } from '@prumo/contract/importacoes.ts';
import { afterAll, expect, test } from 'vitest';
import { importacoesApp } from '#testing/importacoes.ts';
import { mercadoLivreApp } from '#testing/mercado-livre.ts';
import { aDeposito, aProduto, formOf, stockOf } from '#testing/stock.ts';

const prumo = await mercadoLivreApp();
const { sql, control } = prumo;
const shop = await importacoesApp(prumo);
afterAll(() => shop.close());

type Shop = Awaited<ReturnType<typeof aStore>>;

/** A shop with a connected seller, and the choices that an import needs. */
async function aStore(options: Parameters<typeof shop.aShopWith>[0]) {
  const one = await shop.aShopWith(options);
  const { fornecedor_id } = await aProduto(one.ana);
  return { ...one, choices: { deposito_id: await aDeposito(one.ana), fornecedor_id, estoque_full: false } };
}

async function begin(one: Shop, importacao: Importacao, changes: object = {}) {
  const choices = { ...one.choices, ...changes };
  await shop.agree(one.ana, importacao.id);
  const started = await one.ana.post(`/api/importacoes/${importacao.id}/iniciar`, choices);
  expect(started.statusCode, started.body).toBe(200);
  await shop.run(importacao.id);
  return (await one.ana.get(`/api/importacoes/${importacao.id}`)).json() as Importacao;
}

const importAll = async (one: Shop, changes?: object) => begin(one, await shop.read(one), changes);

const unitsOf = ({ id }: Importacao) =>
  sql(
    `select i.*, a.titulo, a.variacao, a.sku, a.preco, a.quantidade, a.marca, p.nome as produto_nome, p.sku as produto_sku,
       p.preco_venda, p.custo_unitario, p.estoque_inicial, m.nome as marca_nome, c.nome as categoria_nome, l.nome as categoria_ml
     from importacao_itens i join importacoes n on n.id = i.importacao_id
     join anuncios a on a.marketplace = n.marketplace and a.seller_id = n.seller_id and a.anuncio_id = i.anuncio_id and a.variacao_id = i.variacao_id
     join categorias_externas l on l.empresa_id = i.empresa_id and l.marketplace = a.marketplace and l.id = a.categoria_externa_id
     left join produtos p on p.id = i.produto_id left join marcas m on m.id = p.marca_id
     left join categorias c on c.id = p.categoria_id
     where i.importacao_id = $1 order by i.anuncio_id, i.variacao_id`,
    [id],
  );

/** The number and last write of every row that an import could have changed. */
const traceOf = async ({ ana }: Shop) =>
  sql(
    `select (select count(*) from historico h where h.empresa_id = e.id) as historico,
       (select count(*) from movimentos_estoque m where m.empresa_id = e.id) as movimentos,
       (select count(*) from arquivos a where a.empresa_id = e.id) as arquivos,
       (select sum(versao) from produtos p where p.empresa_id = e.id) as versoes,
       (select max(xmin::text::bigint) from produtos p where p.empresa_id = e.id) as written,
       (select max(xmin::text::bigint) from marcas p where p.empresa_id = e.id) as marcas,
       (select max(xmin::text::bigint) from categorias p where p.empresa_id = e.id) as categorias
     from empresas e where e.id = $1`,
    [ana.empresaId],
  );

test('each anuncio becomes a produto with its name, price and stock, and has a result', async () => {
  const one = await aStore({ anuncios: 60 });
  const done = await importAll(one);
  expect(done).toMatchObject({ situacao: 'concluida', aviso: null });
  const { contagem } = done;
  expect(contagem.criados).toBeGreaterThan(30);
  expect(contagem.criados + contagem.ligados + contagem.recusados).toBe(contagem.itens);
  const units = await unitsOf(done);
  const made = units.filter(({ resultado }) => resultado === 'criado');
  for (const unit of made) {
    const name = `${unit['titulo']}${unit['variacao'] ? ` — ${unit['variacao']}` : ''}`;
    expect(unit).toMatchObject({
      produto_nome: name,
      produto_sku: unit['sku'],
      preco_venda: unit['preco'],
      custo_unitario: '0.00',
      estoque_inicial: unit['is_full'] ? '0.00' : unit['quantidade'],
      marca_nome: unit['marca'] ?? 'Sem marca',
      categoria_nome: unit['categoria_ml'],
      motivo: null,
    });
  }
  const movements = await sql('select * from movimentos_estoque where empresa_id = $1', [one.ana.empresaId]);
  const stocked = made.filter(({ is_full, quantidade }) => !is_full && Number(quantidade) > 0);
  expect(movements).toHaveLength(stocked.length);
  for (const line of movements)
    expect(line).toMatchObject({
      tipo: 'entrada',
      motivo: 'Importação do Mercado Livre',
      user_id: one.ana.userId,
      deposito_id: one.choices.deposito_id,
    });
  for (const { resultado, motivo, produto_id } of units.filter((unit) => unit['resultado'] === 'recusado'))
    expect([resultado, motivo, produto_id]).toEqual(['recusado', expect.stringMatching(/\.$/), null]);
});

test('a second import changes nothing', async () => {
  const one = await aStore({ anuncios: 60, fotos: 1 });
  const first = await importAll(one);
  const before = await traceOf(one);
  const again = await importAll(one);
  expect(again.contagem).toMatchObject({
    criados: 0,
    ligados: 0,
    atualizados: 0,
    iguais: first.contagem.criados + first.contagem.ligados,
  });
  expect(await traceOf(one)).toEqual(before);
});

test('a field that no person edited follows the anuncio, and an edited one stays', async () => {
  const one = await aStore({ anuncios: 30 });
  const first = await importAll(one);
  const [followed, edited] = (await unitsOf(first)).filter(
    ({ resultado, variacao_id, mesmo_produto }) =>
      resultado === 'criado' && variacao_id === '' && mesmo_produto === null,
  );
  const own = await one.ana.get(`/api/produtos/${edited?.['produto_id']}`);
  await one.ana.put(`/api/produtos/${edited?.['produto_id']}`, { ...formOf(own.json()), nome: 'Meu nome' });
  for (const unit of [followed, edited])
    await control(`/anuncios/${unit?.['anuncio_id']}`, { titulo: 'Título novo', precoCentavos: 12_345 });
  const again = await importAll(one);
  expect(again.contagem).toMatchObject({ atualizados: 2, criados: 0 });
  const produtoOf = async (unit: Record<string, unknown> | undefined) =>
    (await one.ana.get(`/api/produtos/${unit?.['produto_id']}`)).json();
  expect(await produtoOf(followed)).toMatchObject({ nome: 'Título novo', preco_venda: '123.45' });
  expect(await produtoOf(edited)).toMatchObject({ nome: 'Meu nome', preco_venda: '123.45' });
  expect((await importAll(one)).contagem.atualizados).toBe(0);
});

test('an import fills only the empty fields of an existing produto and leaves its stock alone', async () => {
  const one = await aStore({ anuncios: 30, fotos: 1 });
  const { id } = await shop.read(one);
  const anuncios = await shop.anunciosOf(one.ana, id);
  await one.ana.post(`/api/importacoes/${id}/cancelar`);
  await shop.run(id);
  const own = anuncios.find(
    ({ sku_proprio, por, resultado, codigos }) =>
      sku_proprio && por === null && resultado === 'pendente' && codigos.length > 0,
  );
  const stock = { [one.choices.deposito_id]: '7' };
  const before = await aProduto(one.ana, { sku: own?.sku ?? '', nome: 'O que já havia', stock });
  const done = await importAll(one);
  const after = (await one.ana.get(`/api/produtos/${before.id}`)).json();
  expect(after).toMatchObject({
    nome: 'O que já havia',
    preco_venda: '25.00',
    cod_referencia: own?.codigos,
    estoque_inicial: '7.00',
    marca_id: before.marca_id,
  });
  expect(await stockOf(one.ana, before.id)).toEqual({ [one.choices.deposito_id]: '7.00' });
  expect(done.contagem.ligados).toBeGreaterThan(0);
});

test('units that are one produto enter its stock once', async () => {
  const one = await aStore({ anuncios: 100 });
  const units = await unitsOf(await importAll(one));
  const groups = Map.groupBy(
    units.filter(({ mesmo_produto, produto_id }) => mesmo_produto !== null && produto_id !== null),
    ({ mesmo_produto }) => String(mesmo_produto),
  );
  expect(groups.size).toBeGreaterThan(3);
  for (const members of groups.values()) {
    expect(new Set(members.map(({ produto_id }) => produto_id)).size).toBe(1);
    expect(members.filter(({ resultado }) => resultado === 'criado')).toHaveLength(1);
    const bringing = members.filter(({ is_full, quantidade }) => !is_full && Number(quantidade) > 0);
    expect(members[0]?.['estoque_inicial']).toBe(bringing[0]?.['quantidade'] ?? '0.00');
  }
});

test('stock held by the marketplace (Full) is imported only on request', async () => {
  const one = await aStore({ anuncios: 60 });
  const done = await importAll(one, { estoque_full: true });
  const kept = (await unitsOf(done)).filter(
    ({ is_full, resultado, quantidade }) => is_full && resultado === 'criado' && Number(quantidade) > 0,
  );
  expect(kept.length).toBeGreaterThan(0);
  for (const { estoque_inicial, quantidade } of kept) expect(estoque_inicial).toBe(quantidade);
});

test('a job that lost the lease writes nothing', async () => {
  const one = await aStore({ anuncios: 20 });
  const { id } = await shop.read(one);
  await shop.agree(one.ana, id);
  await one.ana.post(`/api/importacoes/${id}/iniciar`, one.choices);
  const lease = await shop.leaseOf(id);
  await one.ana.post(`/api/importacoes/${id}/pausar`);
  await shop.run(id, Number(lease?.['vez']));
  expect(
    await sql("select from importacao_itens where importacao_id = $1 and resultado = 'criado'", [id]),
  ).toEqual([]);
  await one.ana.post(`/api/importacoes/${id}/retomar`);
  await shop.run(id);
  expect((await shop.leaseOf(id))?.['situacao']).toBe('concluida');
});

test('an inactive deposito interrupts the import with a message, and the import resumes once it is active', async () => {
  const one = await aStore({ anuncios: 20 });
  const importacao = await shop.read(one);
  const { deposito_id } = one.choices;
  const deposito = (await one.ana.get(`/api/depositos/${deposito_id}`)).json();
  const { id: _, user_id, created_at, ...form } = deposito;
  const switchTo = async (ativo: boolean, versao: number) =>
    one.ana.put(`/api/depositos/${deposito_id}`, { ...form, ativo, versao });
  const url = `/api/importacoes/${importacao.id}`;
  await shop.agree(one.ana, importacao.id);
  await switchTo(false, deposito.versao);
  const refused = await one.ana.post(`${url}/iniciar`, one.choices);
  const sentence = `O depósito ${deposito.nome} está inativo e não recebe produtos. Ative-o ou escolha outro.`;
  expect(refused.json()).toMatchObject({ mensagem: sentence, campos: { deposito_id: sentence } });
  await switchTo(true, deposito.versao + 1);
  await one.ana.post(`${url}/iniciar`, one.choices);
  await switchTo(false, deposito.versao + 2);
  await shop.run(importacao.id);
  const held = (await one.ana.get(url)).json();
  expect(held).toMatchObject({ situacao: 'interrompida', aviso: expect.stringMatching(/está inativo/) });
  expect(await sql('select from movimentos_estoque where empresa_id = $1', [one.ana.empresaId])).toEqual([]);
  await switchTo(true, deposito.versao + 3);
  await one.ana.post(`${url}/retomar`);
  await shop.run(importacao.id);
  expect((await shop.leaseOf(importacao.id))?.['situacao']).toBe('concluida');
});

test('a SKU taken meanwhile is refused with the produto’s name, and the rest is imported', async () => {
  const one = await aStore({ anuncios: 20 });
  const importacao = await shop.read(one);
  const anuncios = await shop.anunciosOf(one.ana, importacao.id, 'grupo=criar');
  const taken = anuncios.find(({ por }) => por === null);
  await aProduto(one.ana, { sku: taken?.sku ?? '', nome: 'Foi mais rápido' });
  const done = await begin(one, importacao);
  const unit = (await unitsOf(done)).find(
    ({ anuncio_id, variacao_id }) => anuncio_id === taken?.anuncio_id && variacao_id === taken?.variacao_id,
  );
  expect(unit).toMatchObject({
    resultado: 'recusado',
    motivo: expect.stringContaining('Já existe um produto com este SKU: Foi mais rápido'),
  });
  expect(done.contagem.criados).toBeGreaterThan(5);
});

test('existing marcas and categorias are used, whatever their case and accents', async () => {
  const one = await aStore({ anuncios: 40 });
  const importacao = await shop.read(one);
  const [some] = (await shop.anunciosOf(one.ana, importacao.id, 'grupo=criar')).filter(({ marca }) => marca);
  const nome = String(some?.marca).toUpperCase();
  const marca = (await one.ana.post('/api/marcas', { nome, descricao: null, logo_url: null })).json();
  const done = await begin(one, importacao);
  const unit = (await unitsOf(done)).find(({ anuncio_id }) => anuncio_id === some?.anuncio_id);
  expect(unit?.['marca_nome']).toBe(marca.nome);
  const names = await sql(
    'select nome_ordem, count(*)::int as n from marcas where empresa_id = $1 group by 1 having count(*) > 1',
    [one.ana.empresaId],
  );
  expect(names).toEqual([]);
});

test('the result is a CSV file with a line for each anuncio', async () => {
  const one = await aStore({ anuncios: 30 });
  const done = await importAll(one);
  // Half past ten at night in São Paulo.
  await sql("update importacoes set created_at = '2026-03-01T01:30:00Z' where id = $1", [done.id]);
  const answer = await one.ana.get(`/api/importacoes/${done.id}/resultado`);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(answer.headers['content-disposition']).toBe('attachment; filename="importacao-2026-02-28.csv"');
  const [header, ...lines] = answer.body.trimEnd().split('\r\n');
  expect(header).toBe('\ufeffAnúncio;Variação;Título;SKU;Resultado;Motivo;Produto');
  expect(lines).toHaveLength(done.contagem.itens);
  expect(lines.filter((line) => line.includes(';Não importado;'))).toHaveLength(done.contagem.recusados);
  expect(lines.filter((line) => line.includes(';Criado;'))).toHaveLength(done.contagem.criados);
});

test('after an undo in the history the anuncios can be imported again', async () => {
  const one = await aStore({ anuncios: 15 });
  const first = await importAll(one);
  const [made] = await sql(
    `select h.lote from historico h join importacao_itens i on i.produto_id = h.registro_id
     where i.importacao_id = $1 and h.operacao = 'I' limit 1`,
    [first.id],
  );
  const undone = await one.ana.post(`/api/historico/${made?.['lote']}/desfazer`);
  expect(undone.statusCode, undone.body).toBe(200);
  const stockIn = async () =>
    sql(
      `select count(*)::int as produtos, sum(estoque_inicial) as estoque from produtos
       where empresa_id = $1 and fornecedor_id = $2 and custo_unitario = 0`,
      [one.ana.empresaId, one.choices.fornecedor_id],
    );
  expect(await stockIn()).toEqual([{ produtos: 0, estoque: null }]);
  const again = await importAll(one);
  expect(again.contagem.criados).toBe(first.contagem.criados);
  const [{ estoque } = {}] = await stockIn();
  const [{ soma } = {}] = await sql(
    'select sum(delta) as soma from movimentos_estoque where empresa_id = $1',
    [one.ana.empresaId],
  );
  expect(estoque).toBe(soma);
});
