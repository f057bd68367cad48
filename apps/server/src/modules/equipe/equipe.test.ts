import { randomUUID } from 'node:crypto';
import type { Membro } from '@prumo/contract/equipe.ts';
import type { Papel } from '@prumo/contract/papeis.ts';
import { describe, expect, test } from 'vitest';
import type { Client } from '#testing/harness.ts';
import { testApp } from '#testing/test-app.ts';

const { anEmpresa, aColleague, sql, openPool } = await testApp();

type Person = Client & { userId: string; empresaId: string; sessionHash: string };

const membrosOf = async (person: Client): Promise<Membro[]> => (await person.get('/api/equipe')).json().itens;
const papeisOf = async (person: Client) =>
  Object.fromEntries((await membrosOf(person)).map(({ user_id, papel }) => [user_id, papel]));
const change = (actor: Client, target: { userId: string }, papel: Papel, ve_custo = false) =>
  actor.put(`/api/equipe/${target.userId}`, { papel, ve_custo });
const remove = (actor: Client, target: { userId: string }) => actor.delete(`/api/equipe/${target.userId}`);
const leave = (person: Client) => person.post('/api/equipe/saida');
const donosOf = async ({ empresaId }: { empresaId: string }) =>
  (await sql("select from membros where empresa_id = $1 and papel = 'dono' and saiu_em is null", [empresaId]))
    .length;
/** The person works in the tab of this empresa. */
const inEmpresa = (person: Person, { empresaId }: { empresaId: string }) => ({
  get: (path: string) => person.send('GET', path, undefined, { 'x-empresa': empresaId }),
  post: (path: string, body?: object) => person.send('POST', path, body, { 'x-empresa': empresaId }),
});
const growStale = ({ userId }: { userId: string }) =>
  sql("update auth.sessions set confirmed_at = now() - interval '1 hour' where user_id = $1", [userId]);
const aMarca = (nome: string) => ({ nome, descricao: null, logo_url: null });

describe('the list', () => {
  test('names every membro, the higher papel first, and shows last activity to those who manage the equipe', async () => {
    const ana = await anEmpresa('Ana Souza');
    const caio = await aColleague(ana, 'Caio Mendes', 'vendas');
    const bruno = await aColleague(ana, 'Bruno Lima', 'administrador');
    const itens = await membrosOf(ana);
    expect(itens.map(({ user_id }) => user_id)).toEqual([ana.userId, bruno.userId, caio.userId]);
    expect(itens[2]).toEqual({
      user_id: caio.userId,
      nome: 'Caio Mendes',
      email: caio.email,
      papel: 'vendas',
      ve_custo: false,
      duas_etapas: false,
      duas_etapas_ate: null,
      lembrado_em: null,
      visto_em: expect.any(String),
      desde: expect.any(String),
    });
    expect((await membrosOf(caio)).map(({ visto_em }) => visto_em)).toEqual([null, null, null]);
  });
});

describe('the dispositivos', () => {
  const dispositivosOf = (actor: Client, { userId }: { userId: string }) =>
    actor.get(`/api/equipe/${userId}/dispositivos`);

  test('show a dono the open sessions of a membro by device name and time, without addresses', async () => {
    const ana = await anEmpresa();
    const caio = await aColleague(ana, 'Caio Mendes', 'vendas');
    const chrome =
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
    await sql(
      "update auth.sessions set user_agent = $2, ip_address = '203.0.113.7', updated_at = now() + interval '1 hour' where user_id = $1",
      [caio.userId, chrome],
    );
    await sql(
      `insert into auth.sessions (user_id, empresa_id, token_hash, expires_at)
       values ($1, $2, $3, now() + interval '1 day'), ($1, $2, $4, now())`,
      [caio.userId, ana.empresaId, randomUUID(), randomUUID()],
    );
    const answer = await dispositivosOf(ana, caio);
    expect(answer.json()).toEqual({
      itens: [
        { dispositivo: 'Chrome no Windows', criada_em: expect.any(String), usada_em: expect.any(String) },
        {
          dispositivo: 'Dispositivo desconhecido',
          criada_em: expect.any(String),
          usada_em: expect.any(String),
        },
      ],
    });
    expect(answer.body).not.toContain('203.0.113.7');
  });

  test('are for a dono alone, and only of the current membros', async () => {
    const ana = await anEmpresa();
    const bruno = await aColleague(ana, 'Bruno Lima', 'administrador');
    const caio = await aColleague(ana, 'Caio Mendes', 'vendas');
    for (const actor of [bruno, caio]) expect((await dispositivosOf(actor, caio)).statusCode).toBe(403);
    expect((await dispositivosOf(ana, await anEmpresa())).statusCode).toBe(404);
    await remove(ana, caio);
    expect((await dispositivosOf(ana, caio)).statusCode).toBe(404);
    const rows = (actor: Person) =>
      openPool(1).read(actor, (tx) => tx.raw('select from dispositivos_of($1)', [bruno.userId]));
    expect(await rows(ana)).toHaveLength(1);
    expect(await rows(bruno)).toEqual([]);
  });
});

describe('a change of papel', () => {
  test('takes effect at the next request, and the history records it', async () => {
    const ana = await anEmpresa('Ana Souza');
    const caio = await aColleague(ana, 'Caio Mendes', 'consulta');
    expect((await caio.post('/api/marcas', aMarca('NGK'))).statusCode).toBe(403);
    const changed = await change(ana, caio, 'estoque', true);
    expect(changed.json()).toMatchObject({ user_id: caio.userId, papel: 'estoque', ve_custo: true });
    expect((await caio.post('/api/marcas', aMarca('NGK'))).statusCode).toBe(201);
    const rows = await sql(
      `select lote, user_id, antes ->> 'papel' as antes, depois ->> 'papel' as depois from historico
       where empresa_id = $1 and tabela = 'membros' and registro_id = $2 and operacao = 'U'`,
      [ana.empresaId, caio.userId],
    );
    expect(rows).toMatchObject([{ user_id: ana.userId, antes: 'consulta', depois: 'estoque' }]);
    expect((await ana.post(`/api/historico/${rows[0]?.['lote']}/desfazer`)).statusCode).toBe(404);
    expect(await papeisOf(ana)).toMatchObject({ [caio.userId]: 'estoque' });
  });

  test('a papel that sees costs keeps no right of the person to see them', async () => {
    const ana = await anEmpresa();
    const caio = await aColleague(ana, 'Caio Mendes', 'vendas');
    expect((await change(ana, caio, 'administrador', true)).json()).toMatchObject({ ve_custo: false });
  });

  test('an administrador changes others, but makes and changes no dono', async () => {
    const ana = await anEmpresa();
    const bruno = await aColleague(ana, 'Bruno Lima', 'administrador');
    const caio = await aColleague(ana, 'Caio Mendes', 'vendas');
    expect((await change(bruno, caio, 'administrador')).statusCode).toBe(200);
    for (const refused of [
      await change(bruno, caio, 'dono'),
      await change(bruno, bruno, 'dono'),
      await change(bruno, ana, 'consulta'),
      await remove(bruno, ana),
    ]) {
      expect(refused.statusCode).toBe(403);
      expect(refused.json().mensagem).toMatch(/^Só um dono/);
    }
    expect(await papeisOf(ana)).toMatchObject({ [ana.userId]: 'dono', [caio.userId]: 'administrador' });
  });

  test('making a dono needs a fresh proof of identity', async () => {
    const ana = await anEmpresa();
    const bruno = await aColleague(ana);
    await growStale(ana);
    expect((await change(ana, bruno, 'vendas')).statusCode).toBe(200);
    expect((await change(ana, bruno, 'dono')).json().codigo).toBe('confirm_identity');
    await sql('update auth.sessions set confirmed_at = now() where user_id = $1', [ana.userId]);
    expect((await change(ana, bruno, 'dono')).json()).toMatchObject({ papel: 'dono' });
  });

  test('a person of another empresa is not found', async () => {
    const [ana, other] = [await anEmpresa(), await anEmpresa()];
    expect((await change(ana, other, 'vendas')).statusCode).toBe(404);
    expect((await remove(ana, other)).statusCode).toBe(404);
  });

  test('the database refuses a change without the right, and a dono made by an administrador', async () => {
    const ana = await anEmpresa();
    const bruno = await aColleague(ana, 'Bruno Lima', 'administrador');
    const caio = await aColleague(ana, 'Caio Mendes', 'vendas');
    const db = openPool(2);
    const setPapel = (actor: Person, target: Person, papel: Papel) =>
      db.write(actor, (tx) =>
        tx.query('update membros set papel = $3 where empresa_id = $1 and user_id = $2', [
          ...[target.userId, papel],
        ]),
      );
    await expect(setPapel(caio, caio, 'administrador')).rejects.toMatchObject({ code: 'PR403' });
    await expect(setPapel(bruno, caio, 'dono')).rejects.toMatchObject({ code: 'PR403' });
    await expect(setPapel(bruno, ana, 'consulta')).rejects.toMatchObject({ code: 'PR403' });
    await expect(setPapel(ana, ana, 'consulta')).rejects.toMatchObject({ constraint: 'membros_ultimo_dono' });
    const back = (actor: Person) =>
      db.write(actor, (tx) => tx.query('update membros set saiu_em = null where empresa_id = $1'));
    await expect(back(caio)).rejects.toMatchObject({ code: 'PR403' });
  });
});

describe('a removal', () => {
  test('takes effect at the next transaction in every process, and leaves the person an own empresa', async () => {
    const ana = await anEmpresa();
    const caio = await aColleague(ana, 'Caio Mendes', 'vendas');
    const another = openPool(1);
    const reads = () => another.read(caio, (tx) => tx.query('select from marcas where empresa_id = $1'));
    await reads();
    const tab = inEmpresa(caio, ana);
    expect((await tab.get('/api/marcas')).statusCode).toBe(200);
    expect((await remove(ana, caio)).statusCode).toBe(204);
    const refused = await tab.get('/api/marcas');
    expect(refused.statusCode).toBe(403);
    expect(refused.json().codigo).toBe('not_a_membro');
    await expect(reads()).rejects.toMatchObject({ code: 'PR410' });
    const own = (await caio.get('/api/empresas')).json().itens;
    expect(own).toMatchObject([{ nome: 'Caio Mendes', papel: 'dono' }]);
    expect((await caio.get('/api/sessoes/atual')).json().sessao.empresa.id).toBe(own[0].id);
    expect((await caio.get('/api/marcas')).statusCode).toBe(200);
    expect(Object.keys(await papeisOf(ana))).toEqual([ana.userId]);
    expect((await remove(ana, caio)).statusCode).toBe(404);
  });

  test('the history still shows the name of the person as author', async () => {
    const ana = await anEmpresa();
    const caio = await aColleague(ana, 'Caio Mendes', 'estoque');
    const marca = (await caio.post('/api/marcas', aMarca('NGK'))).json();
    await remove(ana, caio);
    const history = await ana.get(`/api/historico?tabela=marcas&registro_id=${marca.id}`);
    expect(history.json().itens).toMatchObject([{ quem: 'Caio Mendes' }]);
  });

  test('a person with another empresa gets no further one', async () => {
    const [ana, bruno] = [await anEmpresa(), await anEmpresa('Bruno Lima')];
    await sql("insert into membros (empresa_id, user_id, papel) values ($1, $2, 'vendas')", [
      ...[ana.empresaId, bruno.userId],
    ]);
    expect((await inEmpresa(bruno, ana).post('/api/equipe/saida')).statusCode).toBe(204);
    expect((await bruno.get('/api/empresas')).json().itens).toMatchObject([{ id: bruno.empresaId }]);
  });
});

describe('an empresa keeps a dono', () => {
  test('the last dono cannot leave, and learns what to do first', async () => {
    const ana = await anEmpresa();
    const bruno = await aColleague(ana);
    const refused = await leave(ana);
    expect(refused.statusCode).toBe(409);
    expect(refused.json().mensagem).toMatch(/transfira a empresa/);
    expect((await change(ana, ana, 'administrador')).statusCode).toBe(409);
    await change(ana, bruno, 'dono');
    expect((await leave(ana)).statusCode).toBe(204);
    expect(await papeisOf(bruno)).toEqual({ [bruno.userId]: 'dono' });
  });

  test('sixteen donos who leave, resign or remove each other at once leave one', async () => {
    const ana = await anEmpresa();
    const donos: Person[] = [ana];
    while (donos.length < 16) donos.push(await aColleague(ana, `Dono ${donos.length}`, 'dono'));
    const answers = await Promise.all(
      donos.map((dono, n) => {
        const next = donos[(n + 1) % donos.length] ?? ana;
        if (n % 3 === 0) return leave(dono);
        return n % 3 === 1 ? change(dono, dono, 'consulta') : remove(dono, next);
      }),
    );
    for (const { statusCode, body } of answers) expect([200, 204, 403, 404, 409], body).toContain(statusCode);
    expect(await donosOf(ana)).toBeGreaterThanOrEqual(1);
  });

  test('of sixteen donos who all leave at once, one is refused', async () => {
    const ana = await anEmpresa();
    const donos: Person[] = [ana];
    while (donos.length < 16) donos.push(await aColleague(ana, `Dono ${donos.length}`, 'dono'));
    const codes = (await Promise.all(donos.map(leave))).map(({ statusCode }) => statusCode);
    expect(codes.filter((code) => code === 409)).toHaveLength(1);
    expect(await donosOf(ana)).toBe(1);
  });
});

describe('a transferencia', () => {
  const offer = (actor: Client, { userId }: { userId: string }) =>
    actor.post('/api/equipe/transferencia', { user_id: userId });
  const accept = (person: Client) => person.post('/api/equipe/transferencia/aceite');
  const open = async (person: Client) => (await person.get('/api/equipe')).json().transferencia;

  test('makes the other person dono when they accept, and the first one administrador', async () => {
    const ana = await anEmpresa('Ana Souza');
    const caio = await aColleague(ana, 'Caio Mendes', 'vendas');
    const offered = await offer(ana, caio);
    expect(offered.statusCode, offered.body).toBe(201);
    expect(await open(caio)).toMatchObject({
      de: { user_id: ana.userId, nome: 'Ana Souza' },
      para: { user_id: caio.userId, nome: 'Caio Mendes' },
    });
    expect(await papeisOf(ana)).toMatchObject({ [ana.userId]: 'dono', [caio.userId]: 'vendas' });
    expect((await accept(caio)).statusCode).toBe(204);
    expect(await papeisOf(ana)).toEqual({ [ana.userId]: 'administrador', [caio.userId]: 'dono' });
    expect(await open(caio)).toBeNull();
    expect((await accept(caio)).statusCode).toBe(404);
  });

  test('needs a fresh proof of both people', async () => {
    const ana = await anEmpresa();
    const caio = await aColleague(ana);
    await offer(ana, caio);
    await growStale(caio);
    expect((await accept(caio)).json().codigo).toBe('confirm_identity');
    await growStale(ana);
    expect((await offer(ana, caio)).json().codigo).toBe('confirm_identity');
  });

  test('a dono alone offers it, its person alone accepts it, and no third person withdraws it', async () => {
    const ana = await anEmpresa();
    const bruno = await aColleague(ana, 'Bruno Lima', 'administrador');
    const caio = await aColleague(ana, 'Caio Mendes', 'vendas');
    expect((await offer(bruno, caio)).statusCode).toBe(403);
    expect((await offer(ana, { userId: randomUUID() })).statusCode).toBe(404);
    expect((await offer(ana, ana)).statusCode).toBe(422);
    await offer(ana, caio);
    expect((await accept(bruno)).statusCode).toBe(404);
    expect((await bruno.delete('/api/equipe/transferencia')).statusCode).toBe(403);
    expect(await donosOf(ana)).toBe(1);
  });

  test('its dono withdraws it, its person declines it, and a new one replaces it', async () => {
    const ana = await anEmpresa();
    const [bruno, caio] = [await aColleague(ana), await aColleague(ana, 'Caio Mendes', 'vendas')];
    await offer(ana, bruno);
    await offer(ana, caio);
    expect((await accept(bruno)).statusCode).toBe(404);
    expect((await caio.delete('/api/equipe/transferencia')).statusCode).toBe(204);
    await offer(ana, caio);
    expect((await ana.delete('/api/equipe/transferencia')).statusCode).toBe(204);
    expect((await accept(caio)).statusCode).toBe(404);
    expect((await ana.delete('/api/equipe/transferencia')).statusCode).toBe(404);
  });

  test('ends after seven days, and with the papel of the dono who made it', async () => {
    const ana = await anEmpresa();
    const [bruno, caio] = [await aColleague(ana, 'Bruno Lima', 'dono'), await aColleague(ana)];
    await offer(ana, caio);
    await sql('update transferencias set vence_em = now() where empresa_id = $1', [ana.empresaId]);
    expect(await open(caio)).toBeNull();
    expect((await accept(caio)).statusCode).toBe(404);
    await offer(ana, caio);
    await change(bruno, ana, 'vendas');
    expect(await open(caio)).toBeNull();
    expect((await accept(caio)).statusCode).toBe(404);
  });
});
