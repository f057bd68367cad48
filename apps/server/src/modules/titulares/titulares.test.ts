import { randomUUID } from 'node:crypto';
import type { DadosDoTitular, Encontrado, PedidoDeTitular, Registro } from '@prumo/contract/titulares.ts';
import pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { titularColumns } from '#platform/db/personal-columns.ts';
import { openLog } from '#platform/log.ts';
import type { Client } from '#testing/harness.ts';
import { aProduto } from '#testing/stock.ts';
import { testApp } from '#testing/test-app.ts';
import { titularesHandler } from './titulares.job.ts';

const { anEmpresa, aColleague, sql, openPool, url } = await testApp();
const db = openPool(2);

const enqueued: { data: object; options: object | undefined }[] = [];
const lines: string[] = [];
const handler = titularesHandler({
  db,
  jobs: { enqueue: async (_tx, _kind, data, options) => void enqueued.push({ data, options }) },
  log: openLog('info', { write: (line) => void lines.push(line) }),
});
const run = (empresaId: string, pedidoId: string, confere = false) =>
  handler.run({ empresa_id: empresaId, pedido_id: pedidoId, confere } as never);

const HOJE = new Date().toISOString().slice(0, 10);
const none = (names: string) => Object.fromEntries(names.split(' ').map((name) => [name, null]));

/** A person whose every value contains the same unusual text. */
function aMaria(mark = randomUUID().slice(0, 8)) {
  const address = {
    ...{ cep: '01310930', endereco: `Rua ${mark}`, numero: `n${mark}`, bairro: `Bairro ${mark}` },
    ...{ cidade: `Cidade ${mark}`, estado: 'SP', email: `maria-${mark}@exemplo.com.br` },
  };
  const senha = `senha-${mark}`;
  return {
    mark,
    cliente: {
      ...{ ...address, nome: `Maria ${mark}`, cpf_cnpj: '52998224725', nome_fantasia: `Loja ${mark}` },
      ...{ inscricao_estadual: `IE${mark}`, complemento: `Casa ${mark}`, senha, confirmar_senha: senha },
    },
    vendedor: { ...address, nome: `Maria ${mark}`, cpf: '52998224725', comissao: '5.00' },
    fornecedor: {
      ...{ ...address, nome: `Maria ${mark}`, cpf_cnpj: '11222333000181', telefone: '11987654321' },
      complemento: `Casa ${mark}`,
    },
  };
}
type Maria = ReturnType<typeof aMaria>;

async function saved(client: Client, path: string, body: object) {
  const answer = await client.post(path, body, { 'idempotency-key': randomUUID() });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json() as { id: string; lote: string; versao: number };
}

/** Registers the person in each register, changes the cliente twice and deletes the vendedor. */
async function registered(client: Client, maria: Maria) {
  const cliente = await saved(client, '/api/clientes', maria.cliente);
  const changed = { ...maria.cliente, nome: `Maria da ${maria.mark}`, versao: cliente.versao };
  expect((await client.put(`/api/clientes/${cliente.id}`, changed)).statusCode).toBe(200);
  const vendedor = await saved(client, '/api/vendedores', maria.vendedor);
  const removed = (await client.delete(`/api/vendedores/${vendedor.id}`)).json();
  const fornecedor = await saved(client, '/api/fornecedores', maria.fornecedor);
  return { cliente, vendedor, fornecedor, lote: removed.lote as string };
}

async function aPedido(client: Client, mark: string, tipo = 'eliminacao'): Promise<PedidoDeTitular> {
  const body = { tipo, nome: `Maria ${mark}`, contato: `maria-${mark}@exemplo.com.br`, recebido_em: HOJE };
  const answer = await client.post('/api/titulares/pedidos', body, { 'idempotency-key': randomUUID() });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
}
const found = async (client: Client, busca: string): Promise<Encontrado[]> =>
  (await client.post('/api/titulares/procura', { busca })).json().itens;
const pick = ({ tabela, id }: Registro): Registro => ({ tabela, id });
const choose = (client: Client, { id }: { id: string }, registros: Registro[]) =>
  client.put(`/api/titulares/pedidos/${id}/registros`, { registros: registros.map(pick) });
const exported = async (client: Client, { id }: { id: string }): Promise<DadosDoTitular> =>
  (await client.post(`/api/titulares/pedidos/${id}/exportacao`)).json();
const erase = (client: Client, { id }: { id: string }) =>
  client.post(`/api/titulares/pedidos/${id}/eliminacao`);
const pedidoOf = async (client: Client, { id }: { id: string }): Promise<PedidoDeTitular> =>
  (await client.get('/api/titulares/pedidos')).json().itens.find((each: { id: string }) => each.id === id);

/** Returns the tables with a row that contains the text. */
async function tablesSaying(text: string): Promise<string[]> {
  const tables = await sql(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition and n.nspname in ('public', 'consultas', 'pgboss', 'marketplaces')`,
  );
  const saying: string[] = [];
  for (const { name } of tables)
    if ((await sql(`select from ${name} t where t::text like '%' || $1 || '%' limit 1`, [text])).length > 0)
      saying.push(String(name));
  return saying;
}

/** Erases everything of the person that a search for the mark finds. */
async function erased(ana: Client & { empresaId: string }, maria: Maria) {
  const pedido = await aPedido(ana, maria.mark);
  await choose(ana, pedido, await found(ana, maria.mark));
  expect((await erase(ana, pedido)).statusCode).toBe(202);
  await run(ana.empresaId, pedido.id);
  return pedido;
}

describe('a pedido', () => {
  test('has fifteen days, and says who answered it', async () => {
    const ana = await anEmpresa('Ana Souza');
    const pedido = await aPedido(ana, 'x', 'acesso');
    const due = new Date(Date.parse(HOJE) + 15 * 86_400_000).toISOString().slice(0, 10);
    expect(pedido).toMatchObject({ situacao: 'aberto', vence_em: due, atendido_em: null });
    const finished = await ana.post(`/api/titulares/pedidos/${pedido.id}/conclusao`);
    expect(finished.json()).toMatchObject({ situacao: 'atendido', atendido_por: 'Ana Souza' });
    expect((await ana.post(`/api/titulares/pedidos/${pedido.id}/conclusao`)).statusCode).toBe(409);
  });

  test('of access cannot erase, and one of erasure needs its records and a fresh proof', async () => {
    const ana = await anEmpresa();
    const acesso = await aPedido(ana, 'x', 'acesso');
    expect((await erase(ana, acesso)).statusCode).toBe(409);
    const eliminacao = await aPedido(ana, 'x');
    expect((await erase(ana, eliminacao)).json().mensagem).toMatch(/Escolha antes/);
    await sql("update auth.sessions set confirmed_at = now() - interval '1 hour' where user_id = $1", [
      ana.userId,
    ]);
    expect((await erase(ana, eliminacao)).json().codigo).toBe('confirm_identity');
  });

  test('names only records of its own empresa', async () => {
    const [ana, bia] = [await anEmpresa(), await anEmpresa()];
    const cliente = await saved(bia, '/api/clientes', aMaria().cliente);
    const pedido = await aPedido(ana, 'x');
    const refused = await choose(ana, pedido, [{ tabela: 'clientes', id: cliente.id }]);
    expect(refused.statusCode).toBe(409);
    expect(await pedidoOf(ana, pedido)).toMatchObject({ registros: [] });
  });

  test('is answered by a dono and an administrador alone, also past the routes', async () => {
    const ana = await anEmpresa();
    const caio = await aColleague(ana, 'Caio Mendes', 'vendas');
    expect((await caio.get('/api/titulares/pedidos')).statusCode).toBe(403);
    const access = { sessionHash: caio.sessionHash, empresaId: ana.empresaId, userId: caio.userId };
    const attempt = db.write(access, (tx) => tx.raw('select erase_titular(uuidv7(), 1)'));
    await expect(attempt).rejects.toMatchObject({ code: 'PR403' });
  });
});

describe('a person', () => {
  test('is found by document, e-mail and name in every register, also when deleted', async () => {
    const ana = await anEmpresa();
    const maria = aMaria();
    const { cliente, vendedor, fornecedor } = await registered(ana, maria);
    const idsFor = async (busca: string) => new Set((await found(ana, busca)).map(({ id }) => id));
    const all = new Set([cliente.id, vendedor.id, fornecedor.id]);
    expect(await idsFor(`MARIA-${maria.mark}@exemplo.com.br`)).toEqual(all);
    expect(await idsFor('529.982.247-25')).toEqual(new Set([cliente.id, vendedor.id]));
    expect(await idsFor('11.222.333/0001-81')).toEqual(new Set([fornecedor.id]));
    expect(await idsFor(`mária ${maria.mark}`)).toEqual(new Set([vendedor.id, fornecedor.id]));
    expect(await idsFor('100%_de_ninguem')).toEqual(new Set());
    const [deleted] = (await found(ana, maria.mark)).filter(({ id }) => id === vendedor.id);
    expect(deleted?.excluido_em).not.toBeNull();
  });

  test('gets a copy of every personal column, and the pedido notes the copy', async () => {
    const ana = await anEmpresa();
    const maria = aMaria();
    await registered(ana, maria);
    await sql(
      `insert into consultas.respostas values ('cnpj', '11222333000181', $1, 'teste', now(), now() + interval '1 day')
       on conflict (tipo, numero) do update set resposta = excluded.resposta`,
      [JSON.stringify({ razao_social: `MEI ${maria.mark}` })],
    );
    const pedido = await aPedido(ana, maria.mark, 'acesso');
    await choose(ana, pedido, await found(ana, maria.mark));
    const copy = await exported(ana, pedido);
    for (const [tabela, input] of [
      ['clientes', maria.cliente],
      ['vendedores', maria.vendedor],
      ['fornecedores', maria.fornecedor],
    ] as const) {
      const record = copy.registros.find((each) => each.tabela === tabela);
      const text = JSON.stringify(record);
      for (const column of titularColumns(tabela).filter((each) => each !== 'senha'))
        expect(text, `${tabela}.${column}`).toContain(String(input[column as never]));
      expect(text).not.toContain('$argon2id');
    }
    expect(JSON.stringify(copy.respostas)).toContain(maria.mark);
    expect(JSON.stringify(copy.consultas)).toContain(`MEI ${maria.mark}`);
    expect(copy.pedido.exportado_em).not.toBeNull();
  });
});

describe('an erasure', () => {
  test('finds the cached lookup of a person whose history is over, and the export shows it before', async () => {
    const ana = await anEmpresa();
    const maria = aMaria();
    const { id } = await saved(ana, '/api/fornecedores', maria.fornecedor);
    await sql(
      `insert into consultas.respostas values ('cnpj', '11222333000181', $1, 'teste', now(), now() + interval '1 day')
       on conflict (tipo, numero) do update set resposta = excluded.resposta`,
      [JSON.stringify({ nome: `Maria ${maria.mark}` })],
    );
    await sql('delete from historico where empresa_id = $1 and registro_id = $2', [ana.empresaId, id]);
    const pedido = await aPedido(ana, maria.mark);
    await choose(ana, pedido, [{ tabela: 'fornecedores', id }]);
    expect((await exported(ana, pedido)).consultas).toHaveLength(1);
    expect((await erase(ana, pedido)).statusCode).toBe(202);
    await run(ana.empresaId, pedido.id);
    expect(await tablesSaying(maria.mark)).toEqual([]);
  });

  test('[ASVS 14.2.7] leaves no trace of the person in any table, and keeps the pedido', async () => {
    const ana = await anEmpresa();
    const maria = aMaria();
    await registered(ana, maria);
    // Another cliente with the same document: the stored answer warns with the name of the first.
    await saved(ana, '/api/clientes', { ...aMaria().cliente, nome: 'João' });
    expect(await tablesSaying(maria.mark)).toEqual(
      expect.arrayContaining(['clientes', 'fornecedores', 'historico', 'idempotency_keys']),
    );
    const pedido = await erased(ana, maria);
    expect(await tablesSaying(maria.mark)).toEqual([]);
    expect(await pedidoOf(ana, pedido)).toMatchObject({
      ...{ situacao: 'atendido', nome: null, contato: null, atendido_por: 'Ana Souza' },
    });
    expect((await pedidoOf(ana, pedido)).registros).toHaveLength(3);
    expect(lines.join('\n')).toContain(pedido.id);
    expect(lines.join('\n')).not.toContain(maria.mark);
  });

  test('reaches the stored answer of a deletion of several records, which names why a record stayed', async () => {
    const ana = await anEmpresa();
    const maria = aMaria();
    const { fornecedor } = await registered(ana, maria);
    await aProduto(ana, { fornecedor_id: fornecedor.id });
    const key = { 'idempotency-key': randomUUID() };
    const remove = () => ana.post('/api/fornecedores/excluir', { ids: [fornecedor.id] }, key);
    const { recusas } = (await remove()).json();
    expect(recusas[0].motivo).toContain(maria.mark);
    await erased(ana, maria);
    expect(await tablesSaying(maria.mark)).toEqual([]);
    expect((await remove()).json().recusas).toEqual([
      { ...recusas[0], motivo: 'Este registro está em uso.' },
    ]);
  });

  test('ends the files of an exportacao, which contain the person too', async () => {
    const ana = await anEmpresa();
    const maria = aMaria();
    await registered(ana, maria);
    const { id } = (await ana.post('/api/exportacoes', {})).json();
    await erased(ana, maria);
    expect((await ana.get(`/api/exportacoes/${id}`)).json().situacao).toBe('cancelada');
  });

  test('stays in force: an undo, a restored record and a repeated request bring nothing back', async () => {
    const ana = await anEmpresa();
    const maria = aMaria();
    const key = { 'idempotency-key': randomUUID() };
    const first = (await ana.post('/api/clientes', maria.cliente, key)).json();
    const { lote, vendedor } = await registered(ana, maria);
    await erased(ana, maria);
    const again = await ana.post('/api/clientes', maria.cliente, key);
    expect([again.statusCode, again.json()]).toMatchObject([
      ...[201, { id: first.id, nome: 'Dados eliminados' }],
    ]);
    expect((await ana.post(`/api/historico/${lote}/desfazer`)).statusCode).toBe(200);
    const restored = (await ana.get(`/api/vendedores/${vendedor.id}`)).json();
    expect(restored).toMatchObject({ nome: 'Dados eliminados', cpf: '00000000000', ...none('endereco cep') });
    expect((await ana.post(`/api/historico/${first.lote}/desfazer`)).statusCode).toBe(409);
    expect(await tablesSaying(maria.mark)).toEqual([]);
  });

  test('touches no other person and no other empresa', async () => {
    const [ana, bia] = [await anEmpresa(), await anEmpresa()];
    const [maria, jose] = [aMaria(), aMaria()];
    const [, other] = [await registered(ana, maria), await registered(ana, jose)];
    await registered(bia, maria);
    const before = await exportedOf(ana, jose);
    await erased(ana, maria);
    expect(await exportedOf(ana, jose)).toEqual(before);
    expect((await found(bia, maria.mark)).length).toBe(3);
    expect((await ana.get(`/api/clientes/${other.cliente.id}`)).json().email).toContain(jose.mark);
  });

  const exportedOf = async (client: Client, { mark }: Maria) => {
    const pedido = await aPedido(client, mark, 'acesso');
    await choose(client, pedido, await found(client, mark));
    return (await exported(client, pedido)).registros;
  };

  test('goes on after its process died at any statement, and a second run changes nothing', async () => {
    const ana = await anEmpresa();
    const maria = aMaria();
    const { cliente } = await registered(ana, maria);
    await sql(
      `insert into historico (empresa_id, lote, tabela, registro_id, operacao, antes, depois, user_id)
       select $1, uuidv7(), 'clientes', $2, 'U', jsonb_build_object('nome', 'Maria ' || $3, 'n', n), jsonb_build_object('nome', 'Maria ' || $3, 'n', n), $4
       from generate_series(1, 1200) n`,
      [ana.empresaId, cliente.id, maria.mark, ana.userId],
    );
    const pedido = await aPedido(ana, maria.mark);
    await choose(ana, pedido, await found(ana, maria.mark));
    await erase(ana, pedido);
    // One batch commits, and then the process dies in the middle of the next.
    const died = new Error('killed');
    let batches = 0;
    const dying = titularesHandler({
      db: {
        ...db,
        write: (access, work, budget) =>
          db.write(
            access,
            async (tx) => {
              const result = await work(tx);
              if (++batches > 1) throw died;
              return result;
            },
            budget,
          ),
      },
      jobs: { enqueue: async () => {} },
      log: openLog('silent'),
    });
    const data = { empresa_id: ana.empresaId, pedido_id: pedido.id, confere: false };
    await expect(dying.run(data as never)).rejects.toBe(died);
    expect(await tablesSaying(maria.mark)).toContain('historico');
    expect(await pedidoOf(ana, pedido)).toMatchObject({ situacao: 'eliminando' });
    await run(ana.empresaId, pedido.id);
    expect(await tablesSaying(maria.mark)).toEqual([]);
    const rows = () => sql('select * from historico where empresa_id = $1 order by id', [ana.empresaId]);
    const before = await rows();
    await run(ana.empresaId, pedido.id, true);
    expect(await rows()).toEqual(before);
  });

  const admin = new pg.Client({ connectionString: url('postgres') });
  afterAll(() => admin.end());

  test('looks again for values that a transaction wrote beside it', async () => {
    const ana = await anEmpresa();
    const maria = aMaria();
    const { vendedor } = await registered(ana, maria);
    await admin.connect();
    // An undo that began before the erasure restores the vendedor and ends after it.
    await admin.query('begin');
    await admin.query(
      `insert into vendedores (empresa_id, id, user_id, nome, cpf, email) select $1, $2, $3::uuid, $4, '52998224725', ''
       from (select set_config('app.lote', gen_random_uuid()::text, true), set_config('app.user_id', $3::text, true)) s`,
      [ana.empresaId, vendedor.id, ana.userId, `Maria ${maria.mark}`],
    );
    enqueued.length = 0;
    const pedido = await erased(ana, maria);
    await admin.query('commit');
    expect(await tablesSaying(maria.mark)).toContain('vendedores');
    const [{ data, options }] = enqueued as [(typeof enqueued)[number]];
    expect([data, options]).toMatchObject([{ confere: true }, { startAfterSeconds: 60 }]);
    await run(ana.empresaId, pedido.id, true);
    expect(await tablesSaying(maria.mark)).toEqual([]);
  });
});
