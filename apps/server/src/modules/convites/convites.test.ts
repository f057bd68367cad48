import { randomUUID } from 'node:crypto';
import type { Convite, ConviteResultado } from '@prumo/contract/convites.ts';
import { describe, expect, test } from 'vitest';
import { openMail } from '#platform/outside/mail.ts';
import type { Client } from '#testing/harness.ts';
import { identityApp, tokenIn } from '#testing/identity.ts';
import { aPerson, aSession, cookieOf } from '#testing/people.ts';
import { convitesHandler } from './convites.job.ts';

const prumo = await identityApp();
const { anEmpresa, aColleague, sql, admin, stranger, withCookie, mailTo, messagesTo, openPool, config } =
  prumo;

const anEmail = () => `${randomUUID()}@exemplo.com.br`;

async function invite(person: Client, emails: string[], values: object = {}): Promise<ConviteResultado[]> {
  const answer = await person.post('/api/convites', { emails, papel: 'vendas', ve_custo: false, ...values });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json().itens;
}
/** Invites one address and waits for its e-mail. */
async function invited(person: Client, email = anEmail(), values: object = {}) {
  const [result] = await invite(person, [email], values);
  const convite = result?.convite as Convite;
  return { ...convite, token: await linkTo(email) };
}
const linkTo = async (email: string) => tokenIn((await mailTo(email, /^Convite/)).text);
/** Waits until the address has this many e-mails, and returns the token of the newest. */
async function nthLinkTo(email: string, n: number) {
  await expect.poll(async () => (await messagesTo(email)).length, { timeout: 60_000 }).toBe(n);
  return linkTo(email);
}

/** Creates a signed-in person with an own empresa and this confirmed address. */
async function someoneAt(email: string, name = 'Caio Mendes') {
  const person = await aPerson(admin, name);
  await sql('update auth.users set email = $2 where id = $1', [person.userId, email]);
  return { ...person, ...withCookie(cookieOf(await aSession(admin, person))) };
}
const accept = (person: Client, token: string) => person.post('/api/convites/aceite', { token });
const open = (token: string) => stranger().post('/api/convites/consulta', { token });
const listed = async (person: Client): Promise<Convite[]> => (await person.get('/api/convites')).json().itens;
const situacaoOf = async (person: Client, { id }: { id: string }) =>
  (await listed(person)).find((each) => each.id === id)?.situacao;
const membershipOf = ({ userId }: { userId: string }, { empresaId }: { empresaId: string }) =>
  sql('select papel, ve_custo from membros where user_id = $1 and empresa_id = $2 and saiu_em is null', [
    ...[userId, empresaId],
  ]);
const growOld = ({ id }: { id: string }) =>
  sql(
    `with history as (select set_config('app.lote', $1, true), set_config('app.user_id', $1, true))
     update convites set vence_em = now() - interval '1 second' from history where id = $1::uuid`,
    [id],
  );

describe('an invitation to a person with an account', () => {
  const received = (person: Client, { id }: { id: string }) => person.get(`/api/convites/recebidos/${id}`);

  test('is opened and accepted without its link, by the person of the confirmed address alone', async () => {
    const ana = await anEmpresa('Ana Souza');
    const email = anEmail();
    const [convite, caio, eva] = [
      await invited(ana, email),
      await someoneAt(email),
      await someoneAt(anEmail()),
    ];
    expect((await received(eva, convite)).statusCode).toBe(404);
    expect((await received(caio, convite)).json()).toMatchObject({ email, situacao: 'pendente' });
    expect(await situacaoOf(ana, convite)).toBe('aberto');
    await sql('update auth.users set email_verified = false where id = $1', [caio.userId]);
    expect((await received(caio, convite)).statusCode).toBe(404);
    await sql('update auth.users set email_verified = true where id = $1', [caio.userId]);
    const body = { id: convite.id };
    expect((await eva.post('/api/convites/aceite', body)).statusCode).toBe(404);
    expect((await stranger().post('/api/convites/aceite', body)).statusCode).toBe(401);
    expect((await caio.post('/api/convites/aceite', body)).json().id).toBe(ana.empresaId);
    expect(await membershipOf(caio, ana)).toHaveLength(1);
  });

  test('is declined once, says so to who invited, and leaves room for another one', async () => {
    const ana = await anEmpresa('Ana Souza');
    const email = anEmail();
    const [convite, caio, eva] = [
      await invited(ana, email),
      await someoneAt(email),
      await someoneAt(anEmail()),
    ];
    const decline = (person: Client, body: object) => person.post('/api/convites/recusa', body);
    expect((await decline(eva, { token: convite.token })).statusCode).toBe(403);
    expect((await decline(caio, { id: convite.id })).statusCode).toBe(204);
    expect((await decline(caio, { token: convite.token })).statusCode).toBe(204);
    expect(await situacaoOf(ana, convite)).toBe('recusado');
    expect((await open(convite.token)).json().situacao).toBe('recusado');
    const [line] = (await ana.get('/api/atividades')).json().itens;
    expect(line).toMatchObject({ tipo: 'convite_recusado', palavras: { email } });
    expect((await accept(caio, convite.token)).statusCode).toBe(409);
    for (const change of ['reenvio', 'desfazer-revogacao'])
      expect((await ana.post(`/api/convites/${convite.id}/${change}`)).statusCode).toBe(409);
    expect((await ana.delete(`/api/convites/${convite.id}`)).statusCode).toBe(409);
    expect(await membershipOf(caio, ana)).toEqual([]);
    expect(await invite(ana, [email])).toMatchObject([{ resultado: 'convidado' }]);
  });
});

describe('an invitation', () => {
  test('is sent, opened and accepted, and the person works in the empresa with its papel', async () => {
    const ana = await anEmpresa('Ana Souza');
    const email = anEmail();
    const convite = await invited(ana, email, { papel: 'estoque', ve_custo: true });
    expect(await listed(ana)).toMatchObject([
      { id: convite.id, email, papel: 'estoque', situacao: 'enviado', convidado_por: 'Ana Souza' },
    ]);
    const shown = await open(convite.token);
    expect(shown.json()).toEqual({
      empresa_nome: 'Ana Souza',
      email,
      papel: 'estoque',
      convidado_por: 'Ana Souza',
      situacao: 'pendente',
    });
    expect(await situacaoOf(ana, convite)).toBe('aberto');
    const caio = await someoneAt(email);
    const joined = await accept(caio, convite.token);
    expect(joined.json()).toEqual({ id: ana.empresaId, nome: 'Ana Souza' });
    expect(await situacaoOf(ana, convite)).toBe('aceito');
    expect((await open(convite.token)).json().situacao).toBe('aceito');
    expect(await membershipOf(caio, ana)).toEqual([{ papel: 'estoque', ve_custo: true }]);
    const tab = { 'x-empresa': ana.empresaId };
    const marca = { nome: 'NGK', descricao: null, logo_url: null };
    expect((await caio.send('POST', '/api/marcas', marca, tab)).statusCode).toBe(201);
    expect((await caio.get('/api/empresas')).json().itens).toHaveLength(2);
    expect((await caio.get('/api/marcas')).json().itens).toEqual([]);
  });

  test('the e-mail names the empresa, who invites and the papel, and no address that somebody wrote into a name', async () => {
    const ana = await anEmpresa('Ana, veja www.golpe.example/premio');
    const email = anEmail();
    await invite(ana, [email]);
    const { subject, text } = await mailTo(email, /^Convite/);
    expect(subject).toBe('Convite para a empresa Ana, veja www golpe example premio no Prumo');
    expect(text).toContain('Ana, veja www golpe example premio convidou você');
    expect(text).toContain('Seu papel será: vendas');
    expect(text).toContain(`${config.PUBLIC_URL}/auth/convite#convite=pre_`);
    expect(text).not.toContain('golpe.example');
  });

  test('an administrador invites an administrador, and nobody invites a dono', async () => {
    const ana = await anEmpresa();
    const bruno = await aColleague(ana, 'Bruno Lima', 'administrador');
    expect(await invite(bruno, [anEmail()], { papel: 'administrador' })).toMatchObject([
      { resultado: 'convidado' },
    ]);
    const body = { emails: [anEmail()], papel: 'dono', ve_custo: false };
    expect((await ana.post('/api/convites', body)).statusCode).toBe(422);
    const caio = await aColleague(ana, 'Caio Mendes', 'vendas');
    expect((await caio.post('/api/convites', { ...body, papel: 'vendas' })).statusCode).toBe(403);
    expect((await caio.get('/api/convites')).statusCode).toBe(403);
  });

  test('each address has its own result', async () => {
    const ana = await anEmpresa();
    const bruno = await aColleague(ana);
    const [pending, fresh] = [anEmail(), anEmail()];
    await invite(ana, [pending]);
    const results = await invite(ana, [fresh, bruno.email, pending, fresh.toUpperCase()]);
    expect(results).toMatchObject(
      [
        { email: fresh, resultado: 'convidado', mensagem: null, convite: { email: fresh } },
        { email: bruno.email, resultado: 'ja_membro', mensagem: /já faz parte/, convite: null },
        { email: pending, resultado: 'ja_convidado', mensagem: /Reenvie/, convite: null },
      ].map((each) => ({ ...each, mensagem: each.mensagem && expect.stringMatching(each.mensagem) })),
    );
    expect(results).toHaveLength(3);
  });

  test('a repeated request invites once', async () => {
    const ana = await anEmpresa();
    const key = { 'idempotency-key': randomUUID() };
    const body = { emails: [anEmail()], papel: 'vendas', ve_custo: false };
    const [first, second] = [
      await ana.post('/api/convites', body, key),
      await ana.post('/api/convites', body, key),
    ];
    expect(second.json()).toEqual(first.json());
    expect(await listed(ana)).toHaveLength(1);
  });

  test('the history records it without its token, and the undo of the history leaves it alone', async () => {
    const ana = await anEmpresa();
    const { id } = await invited(ana);
    const rows = await sql(
      "select lote, depois from historico where tabela = 'convites' and registro_id = $1",
      [id],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.['depois']).not.toHaveProperty('token_hash');
    expect((await ana.post(`/api/historico/${rows[0]?.['lote']}/desfazer`)).statusCode).toBe(404);
    expect(await listed(ana)).toHaveLength(1);
  });
});

describe('a link', () => {
  test('an unknown one is not found', async () => {
    const token = 'pre_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa';
    expect((await open(token)).statusCode).toBe(404);
    expect((await accept(await anEmpresa(), token)).statusCode).toBe(404);
    expect((await accept(stranger(), token)).statusCode).toBe(401);
  });

  test('is refused to another address, and the refusal names the invited one', async () => {
    const ana = await anEmpresa();
    const convite = await invited(ana);
    const other = await anEmpresa();
    const refused = await accept(other, convite.token);
    expect(refused.statusCode).toBe(403);
    expect(refused.json().mensagem).toContain(convite.email);
    expect(await membershipOf(other, ana)).toEqual([]);
  });

  test('is refused to an address that is not confirmed', async () => {
    const ana = await anEmpresa();
    const convite = await invited(ana);
    const caio = await someoneAt(convite.email);
    await sql('update auth.users set email_verified = false where id = $1', [caio.userId]);
    const refused = await accept(caio, convite.token);
    expect(refused.statusCode).toBe(403);
    expect(refused.json().mensagem).toMatch(/confirme/);
    await sql('update auth.users set email_verified = true where id = $1', [caio.userId]);
    expect((await accept(caio, convite.token)).statusCode).toBe(200);
  });

  test('is refused after seven days, until it is sent again with another link', async () => {
    const ana = await anEmpresa();
    const convite = await invited(ana);
    const caio = await someoneAt(convite.email);
    await growOld(convite);
    expect(await situacaoOf(ana, convite)).toBe('vencido');
    expect((await open(convite.token)).json().situacao).toBe('vencido');
    expect((await accept(caio, convite.token)).statusCode).toBe(409);
    const resent = await ana.post(`/api/convites/${convite.id}/reenvio`);
    expect(resent.json()).toMatchObject({ id: convite.id, situacao: 'enviado' });
    const token = await nthLinkTo(convite.email, 2);
    expect((await accept(caio, convite.token)).statusCode).toBe(404);
    expect((await accept(caio, token)).statusCode).toBe(200);
    expect((await ana.post(`/api/convites/${convite.id}/reenvio`)).statusCode).toBe(409);
  });

  test('is refused after it was revoked, and works again when the revocation is undone', async () => {
    const ana = await anEmpresa();
    const convite = await invited(ana);
    const caio = await someoneAt(convite.email);
    expect((await ana.delete(`/api/convites/${convite.id}`)).json()).toMatchObject({ situacao: 'revogado' });
    expect((await ana.delete(`/api/convites/${convite.id}`)).statusCode).toBe(200);
    expect((await open(convite.token)).json().situacao).toBe('revogado');
    expect((await accept(caio, convite.token)).statusCode).toBe(409);
    expect((await ana.post(`/api/convites/${convite.id}/reenvio`)).statusCode).toBe(409);
    const undone = await ana.post(`/api/convites/${convite.id}/desfazer-revogacao`);
    expect(undone.json()).toMatchObject({ situacao: 'enviado' });
    expect((await accept(caio, convite.token)).statusCode).toBe(200);
    expect((await ana.delete(`/api/convites/${convite.id}`)).statusCode).toBe(409);
    expect((await ana.post(`/api/convites/${convite.id}/desfazer-revogacao`)).statusCode).toBe(409);
  });

  test('a revocation is not undone when the address has another convite', async () => {
    const ana = await anEmpresa();
    const convite = await invited(ana);
    await ana.delete(`/api/convites/${convite.id}`);
    await invite(ana, [convite.email]);
    const refused = await ana.post(`/api/convites/${convite.id}/desfazer-revogacao`);
    expect(refused.statusCode).toBe(409);
    expect(refused.json().mensagem).toMatch(/já tem um convite/);
  });

  test('sixteen acceptances at once make one membro, and all have the same answer', async () => {
    const ana = await anEmpresa();
    const convite = await invited(ana);
    const caio = await someoneAt(convite.email);
    const answers = await Promise.all(Array.from({ length: 16 }, () => accept(caio, convite.token)));
    for (const answer of answers) expect(answer.json()).toEqual({ id: ana.empresaId, nome: 'Ana Souza' });
    expect(await membershipOf(caio, ana)).toHaveLength(1);
    expect(
      await sql("select from historico where tabela = 'membros' and registro_id = $1", [caio.userId]),
    ).toHaveLength(1);
  });

  test('does not let a person in again who was removed, but another convite does', async () => {
    const ana = await anEmpresa();
    const convite = await invited(ana);
    const caio = await someoneAt(convite.email);
    await accept(caio, convite.token);
    await ana.delete(`/api/equipe/${caio.userId}`);
    expect((await accept(caio, convite.token)).statusCode).toBe(409);
    expect(await membershipOf(caio, ana)).toEqual([]);
    await invite(ana, [convite.email], { papel: 'consulta' });
    expect((await accept(caio, await nthLinkTo(convite.email, 2))).statusCode).toBe(200);
    expect(await membershipOf(caio, ana)).toEqual([{ papel: 'consulta', ve_custo: false }]);
  });

  test.each([
    ['administrador', 'consulta', 'administrador'],
    ['consulta', 'estoque', 'estoque'],
    ['dono', 'administrador', 'dono'],
  ] as const)('a %s who accepts a convite as %s is %s', async (now, offered, then) => {
    const ana = await anEmpresa();
    const convite = await invited(ana, anEmail(), { papel: offered });
    const caio = await someoneAt(convite.email);
    await sql('insert into membros (empresa_id, user_id, papel) values ($1, $2, $3)', [
      ...[ana.empresaId, caio.userId, now],
    ]);
    expect((await accept(caio, convite.token)).statusCode).toBe(200);
    expect(await membershipOf(caio, ana)).toMatchObject([{ papel: then }]);
  });
});

describe('an address with an error', () => {
  test('is shown as returned when its mail server refuses it, and is mended', async () => {
    const ana = await anEmpresa();
    const wrong = `nao-existe-${randomUUID()}@exemplo.com.br`;
    const [{ convite } = {}] = await invite(ana, [wrong]);
    const { id } = convite as Convite;
    await expect.poll(() => situacaoOf(ana, { id }), { timeout: 60_000 }).toBe('devolvido');
    const right = anEmail();
    const mended = await ana.put(`/api/convites/${id}`, { email: right });
    expect(mended.json()).toMatchObject({ id, email: right, situacao: 'enviado' });
    expect((await accept(await someoneAt(right), await linkTo(right))).statusCode).toBe(200);
    expect((await ana.put(`/api/convites/${id}`, { email: anEmail() })).statusCode).toBe(409);
  });

  test('a mended address voids the link of the old one', async () => {
    const ana = await anEmpresa();
    const convite = await invited(ana);
    await ana.put(`/api/convites/${convite.id}`, { email: anEmail() });
    expect((await open(convite.token)).statusCode).toBe(404);
    expect((await accept(await someoneAt(convite.email), convite.token)).statusCode).toBe(404);
  });

  test('is not mended to the address of a membro or of another convite', async () => {
    const ana = await anEmpresa();
    const bruno = await aColleague(ana);
    const [first, second] = [await invited(ana), await invited(ana)];
    for (const email of [bruno.email, second.email]) {
      const refused = await ana.put(`/api/convites/${first.id}`, { email });
      expect(refused.statusCode).toBe(409);
      expect(refused.json().campos).toHaveProperty('email');
    }
    expect((await ana.put(`/api/convites/${randomUUID()}`, { email: anEmail() })).statusCode).toBe(404);
  });
});

describe('the job that sends it', () => {
  const broken = () => {
    const mail = openMail({ url: 'smtp://127.0.0.1:1', from: 'Prumo <a@prumo.local>', allowPlain: false });
    return convitesHandler({ db: openPool(1), mail, publicUrl: config.PUBLIC_URL });
  };

  test('fails while the mail server is away, and marks the convite as returned when it gives up', async () => {
    const ana = await anEmpresa();
    const [row] = await sql(
      `with history as (select set_config('app.lote', gen_random_uuid()::text, true), set_config('app.user_id', $2, true))
       insert into convites (empresa_id, user_id, email, papel, ve_custo, vence_em)
       select $1::uuid, $2::uuid, $3, 'vendas', false, now() + interval '7 days' from history returning id`,
      [ana.empresaId, ana.userId, anEmail()],
    );
    const data = { empresa_id: ana.empresaId, id: String(row?.['id']) };
    const { run, giveUp } = broken();
    await expect(run(data as never)).rejects.toThrow();
    expect(await situacaoOf(ana, data)).toBe('enviado');
    await giveUp?.(data as never);
    expect(await situacaoOf(ana, data)).toBe('devolvido');
  });

  test('a second run sends nothing and keeps the link', async () => {
    const ana = await anEmpresa();
    const convite = await invited(ana);
    const sent = () =>
      sql("select token_hash from convites where id = $1 and envio = 'enviado'", [convite.id]);
    await expect.poll(sent, { timeout: 60_000 }).toHaveLength(1);
    const [before] = await sent();
    const data = { empresa_id: ana.empresaId, id: convite.id };
    await broken().run(data as never);
    await broken().giveUp?.(data as never);
    expect(await sent()).toEqual([before]);
  });
});

describe('limits', () => {
  test('an empresa has at most 20 convites without an answer', async () => {
    const ana = await anEmpresa();
    await invite(ana, Array.from({ length: 19 }, anEmail));
    const results = await invite(ana, [anEmail(), anEmail()]);
    expect(results).toMatchObject([
      { resultado: 'convidado' },
      { resultado: 'limite', mensagem: expect.stringMatching(/Revogue um/) },
    ]);
    const [first] = await listed(ana);
    await ana.delete(`/api/convites/${first?.id}`);
    expect(await invite(ana, [anEmail()])).toMatchObject([{ resultado: 'convidado' }]);
    const refused = await ana.post(`/api/convites/${first?.id}/desfazer-revogacao`);
    expect(refused.statusCode).toBe(409);
  });

  test('a request names 1 to 20 addresses', async () => {
    const ana = await anEmpresa();
    const body = { papel: 'vendas', ve_custo: false };
    for (const emails of [[], Array.from({ length: 21 }, anEmail), ['sem-arroba']])
      expect((await ana.post('/api/convites', { ...body, emails })).statusCode).toBe(422);
  });
});
