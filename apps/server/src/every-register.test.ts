import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Client } from '#testing/harness.ts';
import { registersOf } from '#testing/registers.ts';
import { testApp } from '#testing/test-app.ts';

/**
 * The rules for every register. The test finds registers by their routes, so it covers a new one without a
 * change here.
 */
const prumo = await testApp();
const { anEmpresa, aColleague, stranger, sql } = prumo;

/** A value that every text field accepts, a documento and an e-mail included. */
const TEXT = 'registro-1234';

const registers = await registersOf(prumo);

test('the registers are found by their routes', () => {
  expect(registers.map(({ table }) => table)).toEqual(
    expect.arrayContaining([
      'marcas',
      'categorias',
      'clientes',
      'fornecedores',
      'vendedores',
      'depositos',
      'produtos',
    ]),
  );
});

describe.each(registers)('$table', ({ url, table, ...register }) => {
  const input = async (client: Client, nome: string) => ({ ...(await register.input(client, TEXT)), nome });
  const change = async (client: Client, nome: string, versao: number) => ({
    ...(await register.change(client, TEXT)),
    nome,
    versao,
  });

  async function aRecord(client: Client, nome = 'Primeiro nome') {
    const response = await client.post(url, await input(client, nome));
    expect(response.statusCode, response.body).toBe(201);
    const { avisos, lote, ...record } = response.json();
    return record;
  }
  const read = async (client: Client, id: string) => (await client.get(`${url}/${id}`)).json();

  test('[PERM-07] a new record carries the user id and the empresa of the signed-in person', async () => {
    const ana = await anEmpresa();
    const bruno = await aColleague(ana);
    for (const person of [ana, bruno]) {
      const record = await aRecord(person);
      const [row] = await sql(`select empresa_id, user_id from ${table} where id = $1`, [record.id]);
      expect(row).toEqual({ empresa_id: ana.empresaId, user_id: person.userId });
      expect(record).toMatchObject({ user_id: person.userId, versao: 1 });
      expect(await read(ana, record.id)).toEqual(record);
    }
  });

  test('a request that sets id, user_id, empresa_id or versao of a new record is refused', async () => {
    const ana = await anEmpresa();
    const bruno = await anEmpresa();
    for (const extra of [
      { empresa_id: bruno.empresaId },
      { user_id: bruno.userId },
      { versao: 9 },
      { id: randomUUID() },
    ])
      expect((await ana.post(url, { ...(await input(ana, 'x')), ...extra })).statusCode).toBe(422);
    expect((await ana.get(url)).json().total).toBe(0);
  });

  test('[PERM-03] every membro may create, change, delete and restore: there are no roles', async () => {
    const ana = await anEmpresa();
    const bruno = await aColleague(ana);
    const { id } = await aRecord(ana, 'De Ana');
    expect((await bruno.put(`${url}/${id}`, await change(bruno, 'De Bruno', 1))).statusCode).toBe(200);
    expect((await read(ana, id)).nome).toBe('De Bruno');
    const { lote } = (await bruno.delete(`${url}/${id}`)).json();
    expect((await ana.post(`/api/historico/${lote}/desfazer`)).statusCode).toBe(200);
    for (const person of [ana, bruno]) expect((await person.get(url)).json().total).toBe(1);
  });

  test('[PERM-04] a request without a session gets 401 and saves or deletes nothing', async () => {
    const ana = await anEmpresa();
    const record = await aRecord(ana);
    const anonymous = stranger();
    for (const response of [
      await anonymous.get(url),
      await anonymous.get(`${url}/${record.id}`),
      await anonymous.get(`${url}/lixeira`),
      await anonymous.post(url, await input(ana, 'Estranho')),
      await anonymous.put(`${url}/${record.id}`, await change(ana, 'Estranho', 1)),
      await anonymous.delete(`${url}/${record.id}`),
    ]) {
      expect(response.statusCode).toBe(401);
      expect(response.json().codigo).toBe('unauthenticated');
    }
    expect(await read(ana, record.id)).toEqual(record);
    expect((await ana.get(url)).json().total).toBe(1);
  });

  test('[PERM-09] [PERM-10] a list holds all records of the own empresa, of every membro, and no others', async () => {
    const ana = await anEmpresa();
    const bruno = await aColleague(ana);
    await aRecord(await anEmpresa());
    const own = [await aRecord(ana), await aRecord(bruno)];
    for (const person of [ana, bruno]) {
      const { itens, total } = (await person.get(url)).json();
      expect(itens.map(({ id }: { id: string }) => id).sort()).toEqual(own.map(({ id }) => id).sort());
      expect(total).toBe(2);
    }
  });

  test('[PERM-10] [PERM-11] another empresa finds the record in no list and cannot read or change it by its id', async () => {
    const ana = await anEmpresa();
    const record = await aRecord(ana, 'Secreto');
    const { lote } = (await ana.delete(`${url}/${(await aRecord(ana, 'Secreto')).id}`)).json();
    const other = await anEmpresa();
    const absent = await other.get(`${url}/${randomUUID()}`);
    for (const response of [
      await other.get(`${url}/${record.id}`),
      await other.put(`${url}/${record.id}`, await change(other, 'Meu', 1)),
      await other.delete(`${url}/${record.id}`),
    ]) {
      expect(response.statusCode).toBe(404);
      expect(response.json().mensagem).toBe(absent.json().mensagem);
    }
    for (const path of [url, `${url}?busca=secreto`, `${url}/lixeira`])
      expect((await other.get(path)).json().itens).toEqual([]);
    expect((await other.post(`/api/historico/${lote}/desfazer`)).statusCode).toBe(404);
    expect(await read(ana, record.id)).toEqual(record);
  });

  test('requests with the same Idempotency-Key create one record, and the key with another body is refused', async () => {
    const ana = await anEmpresa();
    const key = { 'idempotency-key': randomUUID() };
    const body = await input(ana, 'Uma vez');
    const answers = await Promise.all(Array.from({ length: 6 }, () => ana.post(url, body, key)));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect((await ana.get(url)).json().total).toBe(1);
    expect((await ana.post(url, { ...body, nome: 'Outra vez' }, key)).statusCode).toBe(422);
    const bruno = await anEmpresa();
    expect((await bruno.post(url, await input(bruno, 'Uma vez'), key)).statusCode).toBe(201);
  });

  test('a change or deletion repeated with the same Idempotency-Key happens once', async () => {
    const ana = await anEmpresa();
    const { id } = await aRecord(ana);
    const key = { 'idempotency-key': randomUUID() };
    const body = await change(ana, 'Segundo nome', 1);
    for (let time = 0; time < 2; time++) {
      const changed = await ana.put(`${url}/${id}`, body, key);
      expect(changed.statusCode).toBe(200);
      expect(changed.json()).toMatchObject({ nome: 'Segundo nome', versao: 2 });
    }
    const removal = { 'idempotency-key': randomUUID() };
    const [first, second] = [
      await ana.delete(`${url}/${id}`, removal),
      await ana.delete(`${url}/${id}`, removal),
    ];
    expect(second.json()).toEqual(first.json());
  });

  test('a change of a record leaves its other fields and the other records as they were', async () => {
    const ana = await anEmpresa();
    const [record, other] = [await aRecord(ana), await aRecord(ana, 'Outro')];
    const changed = await ana.put(`${url}/${record.id}`, await change(ana, 'Segundo nome', 1));
    expect(changed.statusCode).toBe(200);
    const { id, user_id, created_at } = record;
    expect(await read(ana, record.id)).toMatchObject({
      id,
      user_id,
      created_at,
      nome: 'Segundo nome',
      versao: 2,
    });
    expect(await read(ana, other.id)).toEqual(other);
  });

  test('when two people edit one record, the second gets a conflict with the current record and the name of the first', async () => {
    const ana = await anEmpresa('Ana Souza');
    const bruno = await aColleague(ana, 'Bruno Lima');
    const { id } = await aRecord(ana);
    await bruno.put(`${url}/${id}`, await change(bruno, 'De Bruno', 1));
    const refused = await ana.put(`${url}/${id}`, await change(ana, 'De Ana', 1));
    expect(refused.statusCode).toBe(409);
    const current = await read(ana, id);
    expect(refused.json()).toMatchObject({ codigo: 'conflict', alterado_por: 'Bruno Lima', atual: current });
    expect(current).toMatchObject({ nome: 'De Bruno', versao: 2 });
  });

  test('a deleted record is in the trash, and an undo restores it unchanged', async () => {
    const ana = await anEmpresa('Ana Souza');
    const record = await aRecord(ana);
    const { lote } = (await ana.delete(`${url}/${record.id}`)).json();
    expect((await ana.get(`${url}/${record.id}`)).statusCode).toBe(404);
    expect((await ana.get(url)).json()).toMatchObject({ itens: [], total: 0 });
    const [{ registro, ...deletion }, ...others] = (await ana.get(`${url}/lixeira`)).json().itens;
    expect(others).toEqual([]);
    expect(deletion).toEqual({ lote, excluido_em: expect.any(String), excluido_por: 'Ana Souza' });
    // The trash may omit fields of the record, but never shows other values.
    expect(registro).toMatchObject({ id: record.id, nome: record.nome, versao: 1 });
    expect(record).toMatchObject(registro);
    expect((await ana.post(`/api/historico/${lote}/desfazer`)).statusCode).toBe(200);
    expect(await read(ana, record.id)).toEqual({ ...record, versao: 2 });
    expect((await ana.get(`${url}/lixeira`)).json().itens).toEqual([]);
    expect((await ana.get(url)).json().total).toBe(1);
    expect((await ana.post(`/api/historico/${lote}/desfazer`)).statusCode).toBe(409);
  });

  test('an edit can be undone unless the record changed since', async () => {
    const ana = await anEmpresa();
    const { id } = await aRecord(ana);
    const lotes = async () =>
      (
        await sql("select lote from historico where registro_id = $1 and operacao = 'U' order by id", [id])
      ).map(({ lote }) => lote);
    for (const versao of [1, 2])
      await ana.put(`${url}/${id}`, await change(ana, `Nome ${versao + 1}`, versao));
    const [first, second] = await lotes();
    expect((await ana.post(`/api/historico/${first}/desfazer`)).statusCode).toBe(409);
    expect((await ana.post(`/api/historico/${second}/desfazer`)).statusCode).toBe(200);
    expect(await read(ana, id)).toMatchObject({ nome: 'Nome 2', versao: 4 });
  });

  test('paging forward visits every record once, in each order and within a search', async () => {
    const ana = await anEmpresa();
    for (const nome of ['Ágata', 'agata', 'Zênite', 'Beta', 'Óleo']) await aRecord(ana, `${nome} peça`);
    for (const query of ['', '&ordem=nome', '&ordem=-nome', '&ordem=created_at', '&busca=PECA&ordem=nome']) {
      const seen: string[] = [];
      let cursor = '';
      do {
        const page = (await ana.get(`${url}?limite=2${query}${cursor}`)).json();
        seen.push(...page.itens.map(({ id }: { id: string }) => id));
        cursor = page.proximo && `&cursor=${page.proximo}`;
      } while (cursor);
      expect(seen).toHaveLength(5);
      expect(new Set(seen).size).toBe(5);
    }
    const byNome = (await ana.get(`${url}?ordem=nome`)).json().itens;
    expect(byNome.map(({ nome }: { nome: string }) => nome.toLowerCase())).toEqual(
      ['ágata', 'agata', 'beta', 'óleo', 'zênite'].map((nome) => `${nome} peça`),
    );
  });
});
