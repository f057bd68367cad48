import { describe, expect, test } from 'vitest';
import { aProduto, formOf } from '#testing/stock.ts';
import { testApp } from '#testing/test-app.ts';

const { anEmpresa, sql } = await testApp();

/** The registers to which a produto refers, which cannot be deleted while it uses them. */
const KINDS = [
  {
    path: '/api/marcas',
    field: 'marca_id',
    one: 'é a marca de 1 produto. Mude a marca dele ou exclua-o antes.',
    many: 'é a marca de 2 produtos. Mude a marca deles ou exclua-os antes.',
    gone: 'Esta marca não existe mais. Escolha outra.',
    inUse: 'Esta marca está em uso por produtos. Mude a marca deles antes.',
  },
  {
    path: '/api/categorias',
    field: 'categoria_id',
    one: 'é a categoria de 1 produto. Mude a categoria dele ou exclua-o antes.',
    many: 'é a categoria de 2 produtos. Mude a categoria deles ou exclua-os antes.',
    gone: 'Esta categoria não existe mais. Escolha outra.',
    inUse: 'Esta categoria está em uso por produtos. Mude a categoria deles antes.',
  },
  {
    path: '/api/fornecedores',
    field: 'fornecedor_id',
    one: 'é o fornecedor de 1 produto. Mude o fornecedor dele ou exclua-o antes.',
    many: 'é o fornecedor de 2 produtos. Mude o fornecedor deles ou exclua-os antes.',
    gone: 'Este fornecedor não existe mais. Escolha outro.',
    inUse: 'Este fornecedor está em uso por produtos. Mude o fornecedor deles antes.',
  },
] as const;

describe.each(KINDS)('$path', ({ path, field, one, many, gone, inUse }) => {
  test('a record in use cannot be deleted, the refusal counts its produtos, and an unused record can be deleted', async () => {
    const ana = await anEmpresa();
    const first = await aProduto(ana);
    const address = `${path}/${first[field]}`;
    const { nome } = (await ana.get(address)).json();
    const refused = await ana.delete(address);
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({
      mensagem: `${nome} ${one}`,
      usos: [{ registros: 'produto', total: 1 }],
    });
    const second = await aProduto(ana, { [field]: first[field] });
    expect((await ana.delete(address)).json()).toMatchObject({
      mensagem: `${nome} ${many}`,
      usos: [{ registros: 'produtos', total: 2 }],
    });
    for (const { id } of [first, second]) await ana.delete(`/api/produtos/${id}`);
    expect((await ana.delete(address)).statusCode).toBe(200);
  });

  test('one of a concurrent delete of the record and a save with it is refused, and no reference dangles', async () => {
    const ana = await anEmpresa();
    const { categoria_id, marca_id, fornecedor_id, id } = await aProduto(ana);
    await ana.delete(`/api/produtos/${id}`);
    const { [field]: _, ...others } = { categoria_id, marca_id, fornecedor_id };
    for (let round = 0; round < 8; round++) {
      const source = await aProduto(ana, others);
      const target = source[field];
      await ana.delete(`/api/produtos/${source.id}`);
      const { versao, ...input } = formOf(source);
      const [created, removed] = await Promise.all([
        ana.post('/api/produtos', input),
        ana.delete(`${path}/${target}`),
      ]);
      if (created.statusCode === 201) {
        expect(removed.statusCode, removed.body).toBe(409);
        const { mensagem } = removed.json();
        expect(mensagem === inUse || mensagem.endsWith(one), mensagem).toBe(true);
        await ana.delete(`/api/produtos/${created.json().id}`);
      } else {
        expect(created.json().campos, created.body).toEqual({ [field]: gone });
        expect(removed.statusCode).toBe(200);
      }
    }
    const table = path.split('/').at(-1);
    const dangling = await sql(
      `select from produtos p where p.empresa_id = $1 and not exists (select from ${table} r where r.id = p.${field})`,
      [ana.empresaId],
    );
    expect(dangling).toEqual([]);
  });

  test('the creation of a record in use cannot be undone', async () => {
    const ana = await anEmpresa();
    const produto = await aProduto(ana);
    const [created] = await sql('select lote from historico where registro_id = $1', [produto[field]]);
    const refused = await ana.post(`/api/historico/${created?.lote}/desfazer`);
    expect(refused.statusCode).toBe(409);
    expect(refused.json().mensagem).toBe(inUse);
  });
});

test('the refusal for a categoria names its subcategorias and its produtos', async () => {
  const ana = await anEmpresa();
  const { categoria_id, categoria_nome } = await aProduto(ana);
  for (const nome of ['A', 'B'])
    await ana.post('/api/categorias', { nome, descricao: null, parent_id: categoria_id });
  const refused = await ana.delete(`/api/categorias/${categoria_id}`);
  expect(refused.json()).toMatchObject({
    mensagem:
      `${categoria_nome} tem 2 subcategorias. Mova-as para outra categoria ou exclua-as antes. ` +
      `${categoria_nome} é a categoria de 1 produto. Mude a categoria dele ou exclua-o antes.`,
    usos: [
      { registros: 'subcategorias', total: 2 },
      { registros: 'produto', total: 1 },
    ],
  });
});
