import { randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { MARKETPLACE, mercadoLivreApp } from '#testing/mercado-livre.ts';
import { testApp } from '#testing/test-app.ts';

const prumo = await mercadoLivreApp();
const { aSeller, connect, authorize, anEmpresa, aColleague, sql } = prumo;

const list = async (person: { get: (path: string) => ReturnType<typeof connect> }) =>
  (await person.get('/api/contas')).json().itens;

test('[INTE-07] the configuration names the client and the addresses of authorization and return', async () => {
  const ana = await anEmpresa();
  const answer = await ana.get(`/api/marketplaces/${MARKETPLACE}/configuracao`);
  expect(answer.json()).toEqual({
    client_id: prumo.config.MERCADO_LIVRE_CLIENT_ID,
    authorization_url: `${prumo.sandbox.url}/mercado-livre-auth/authorization`,
    redirect_uri: `${prumo.config.PUBLIC_URL}/configuracao/integracoes`,
  });
  expect((await ana.get('/api/marketplaces/outro/configuracao')).statusCode).toBe(404);
});

test("[INTE-08] without credentials no connection starts: 'Client ID não configurado'", async () => {
  const without = await testApp();
  const ana = await without.anEmpresa();
  const proof = prumo.aProof();
  for (const refused of [
    await ana.get(`/api/marketplaces/${MARKETPLACE}/configuracao`),
    await ana.post('/api/contas/conexoes', {
      marketplace: MARKETPLACE,
      code_challenge: proof.code_challenge,
    }),
  ]) {
    expect(refused.statusCode).toBe(409);
    expect(refused.json().mensagem).toBe('Client ID não configurado');
  }
});

test('[INTE-12] [INTE-22] a code and its verifier become a conta with its nickname', async () => {
  const ana = await anEmpresa();
  const seller = await aSeller();
  const connected = await connect(ana, seller);
  expect(connected.statusCode, connected.body).toBe(201);
  const conta = connected.json();
  expect(conta).toEqual({
    id: expect.any(String),
    marketplace: MARKETPLACE,
    user_id: ana.userId,
    active: true,
    nickname: expect.stringMatching(/^VENDEDOR\d+$/),
    user_ml_id: String(seller),
    situacao: 'ativa',
    created_at: expect.any(String),
    updated_at: expect.any(String),
  });
  const [row] = await sql('select * from mercado_livre_config where id = $1', [conta.id]);
  expect(row).toMatchObject({
    id: conta.id,
    user_id: ana.userId,
    active: true,
    nickname: conta.nickname,
    user_ml_id: String(seller),
    created_at: expect.anything(),
    updated_at: expect.anything(),
  });
  expect((await ana.get(`/api/contas/${conta.id}`)).json()).toEqual(conta);
});

test('[INTE-06] [CONT-04] a membro lists the active contas of the empresa, newest first, and reads no others', async () => {
  const ana = await anEmpresa();
  const ids = [];
  for (let n = 0; n < 4; n++) ids.unshift((await connect(ana, await aSeller())).json().id);
  // The third of the four is disconnected, so it leaves the list.
  const [disconnected] = ids.splice(1, 1);
  expect((await ana.delete(`/api/contas/${disconnected}`)).statusCode).toBe(200);
  const other = await anEmpresa();
  const theirs = (await connect(other, await aSeller())).json();
  expect((await list(ana)).map(({ id }: { id: string }) => id)).toEqual(ids);
  const colleague = await aColleague(ana);
  expect(await list(colleague)).toEqual(await list(ana));
  expect((await ana.get(`/api/contas/${theirs.id}`)).statusCode).toBe(404);
  expect((await ana.delete(`/api/contas/${theirs.id}`)).statusCode).toBe(404);
  expect((await list(other)).map(({ id }: { id: string }) => id)).toEqual([theirs.id]);
});

test('a connection starts and moves only with a fresh proof of identity', async () => {
  const ana = await anEmpresa();
  await sql("update auth.sessions set confirmed_at = now() - interval '11 minutes' where user_id = $1", [
    ana.userId,
  ]);
  const { code_challenge } = prumo.aProof();
  for (const refused of [
    await ana.post('/api/contas/conexoes', { marketplace: MARKETPLACE, code_challenge }),
    await ana.post(`/api/contas/conexoes/${randomUUID()}/mover`),
  ])
    expect(refused.json().codigo).toBe('confirm_identity');
});

test('the server stores neither the state nor the answer that contains it', async () => {
  const ana = await anEmpresa();
  const { state } = await authorize(ana, await aSeller());
  const rows = await sql('select to_jsonb(c)::text as row from conexoes c where empresa_id = $1', [
    ana.empresaId,
  ]);
  expect(rows).toHaveLength(1);
  expect(rows[0].row).not.toContain(state);
  expect(await sql('select from idempotency_keys where empresa_id = $1', [ana.empresaId])).toEqual([]);
});

test('a state works once, in its own session and empresa, for ten minutes, with its verifier', async () => {
  const ana = await anEmpresa();
  const seller = await aSeller();
  const other = await anEmpresa();
  const colleague = await aColleague(ana);
  const again = await prumo.withCookie(String((await anotherSession(ana)).cookie));
  const refusals: [
    string,
    (body: Awaited<ReturnType<typeof authorize>>) => Promise<{ statusCode: number }>,
  ][] = [
    ['another empresa', (body) => other.post('/api/contas', body)],
    ['another person', (body) => colleague.post('/api/contas', body)],
    ['another session', (body) => again.post('/api/contas', body)],
    [
      'an unknown state',
      (body) => ana.post('/api/contas', { ...body, state: `prm_${randomBytes(32).toString('base64url')}` }),
    ],
    [
      'another verifier',
      (body) => ana.post('/api/contas', { ...body, code_verifier: prumo.aProof().code_verifier }),
    ],
    [
      'after ten minutes',
      async (body) => {
        await sql('update conexoes set expires_at = now() where empresa_id = $1 and used_at is null', [
          ana.empresaId,
        ]);
        return ana.post('/api/contas', body);
      },
    ],
  ];
  const before = await prumo.callsOf('POST /oauth/token', seller);
  for (const [what, send] of refusals)
    expect((await send(await authorize(ana, seller))).statusCode, what).toBe(422);
  expect(await prumo.callsOf('POST /oauth/token', seller)).toBe(before);

  const body = await authorize(ana, seller);
  const answers = await Promise.all([ana.post('/api/contas', body), ana.post('/api/contas', body)]);
  // One request exchanges the code. The other is refused, or comes late enough to get the same answer.
  expect(await prumo.callsOf('POST /oauth/token', seller)).toBe(before + 1);
  const accepted = answers.filter(({ statusCode }) => statusCode === 201);
  expect(accepted.length + answers.filter(({ statusCode }) => statusCode === 422).length).toBe(2);
  expect(new Set(accepted.map((answer) => answer.json().id)).size).toBe(1);
  // A wrong verifier also uses up the state.
  const spent = await authorize(ana, seller);
  await ana.post('/api/contas', { ...spent, code_verifier: prumo.aProof().code_verifier });
  expect((await ana.post('/api/contas', spent)).statusCode).toBe(422);
  expect(await list(other)).toEqual([]);
});

test('a retry of a request whose answer was lost gets the same answer and connects nothing more', async () => {
  const ana = await anEmpresa();
  const seller = await aSeller();
  const body = await authorize(ana, seller);
  const first = await ana.post('/api/contas', body);
  const calls = await prumo.callsOf('POST /oauth/token', seller);
  const again = await ana.post('/api/contas', body);
  expect(again.statusCode, again.body).toBe(201);
  expect(again.json()).toEqual(first.json());
  expect(await prumo.callsOf('POST /oauth/token', seller)).toBe(calls);
  expect(await list(ana)).toHaveLength(1);

  const colleague = await aColleague(ana);
  const otherSession = prumo.withCookie(String((await anotherSession(ana)).cookie));
  for (const refused of [
    await ana.post('/api/contas', { ...body, code_verifier: prumo.aProof().code_verifier }),
    await colleague.post('/api/contas', body),
    await otherSession.post('/api/contas', body),
  ])
    expect(refused.statusCode).toBe(422);

  const bruno = await anEmpresa();
  const attempt = await authorize(bruno, seller);
  const held = await bruno.post('/api/contas', attempt);
  const heldAgain = await bruno.post('/api/contas', attempt);
  expect(heldAgain.statusCode, heldAgain.body).toBe(409);
  expect(heldAgain.json()).toMatchObject({
    conexao: held.json().conexao,
    mensagem: held.json().mensagem,
  });

  await ana.delete(`/api/contas/${first.json().id}`);
  expect((await ana.post('/api/contas', body)).statusCode).toBe(404);
});

async function anotherSession(person: Awaited<ReturnType<typeof anEmpresa>>) {
  const { aSession, cookieOf } = await import('#testing/people.ts');
  return { cookie: cookieOf(await aSession(prumo.admin, person)) };
}

test('a refusal or a failure of Mercado Livre gives a message and connects nothing', async () => {
  const ana = await anEmpresa();
  const seller = await aSeller();
  const body = await authorize(ana, seller);
  const wrongCode = await ana.post('/api/contas', { ...body, code: 'TG-000000000000000000000000-1' });
  expect(wrongCode.json()).toMatchObject({
    codigo: 'invalid',
    mensagem: expect.stringContaining('Comece de novo'),
  });
  for (const fault of ['500', '429', 'fora', 'truncado', 'redireciona']) {
    const next = await authorize(ana, seller);
    await prumo.misbehave({ 'mercado-livre': fault, rota: `POST /oauth/token ${seller}` });
    const refused = await ana.post('/api/contas', next);
    expect(refused.statusCode, fault).toBe(502);
    expect(refused.json().mensagem, fault).toMatch(/Mercado Livre/);
  }
  expect(await list(ana)).toEqual([]);
});

test('a seller whose nickname cannot be read is still connected', async () => {
  const ana = await anEmpresa();
  const seller = await aSeller();
  await prumo.misbehave({ 'mercado-livre': '403', rota: `GET /users/me ${seller}` });
  const connected = await connect(ana, seller);
  expect(connected.json()).toMatchObject({ nickname: null, user_ml_id: String(seller) });
});

test('[INTE-19] [INTE-21] a disconnected conta keeps its row, leaves the list, and returns as a new one', async () => {
  const ana = await anEmpresa();
  const seller = await aSeller();
  const { id } = (await connect(ana, seller)).json();
  const other = (await connect(ana, await aSeller())).json();
  const gone = await ana.delete(`/api/contas/${id}`);
  expect(gone.statusCode, gone.body).toBe(200);
  // Only the conta with the given id is disconnected.
  expect(await list(ana)).toEqual([other]);
  expect((await ana.get(`/api/contas/${id}`)).statusCode).toBe(404);
  expect((await ana.delete(`/api/contas/${id}`)).statusCode).toBe(404);
  expect(await sql('select active from mercado_livre_config where id = $1', [id])).toEqual([
    { active: false },
  ]);

  const undone = await ana.post(`/api/historico/${gone.json().lote}/desfazer`);
  expect(undone.statusCode).toBe(409);
  expect(undone.json().mensagem).toContain('Conectar Nova Conta');
  await expect(sql('update mercado_livre_config set active = true where id = $1', [id])).rejects.toThrow();

  const back = (await connect(ana, seller)).json();
  expect(back.id).not.toBe(id);
  expect((await list(ana)).map((conta: { id: string }) => conta.id)).toEqual([back.id, other.id]);
  expect(await sql('select from mercado_livre_config where empresa_id = $1', [ana.empresaId])).toHaveLength(
    3,
  );
});

test('the history records who connected and disconnected', async () => {
  const ana = await anEmpresa();
  const { id } = (await connect(ana, await aSeller())).json();
  await ana.delete(`/api/contas/${id}`);
  const rows = await sql(
    'select operacao, user_id, depois from historico where registro_id = $1 order by id',
    [id],
  );
  expect(rows.map(({ operacao }) => operacao)).toEqual(['I', 'U', 'U']);
  expect(new Set(rows.map(({ user_id }) => user_id))).toEqual(new Set([ana.userId]));
  expect(rows.at(-1)?.depois.active).toBe(false);
});

test('connecting the same account again renews its conta', async () => {
  const ana = await anEmpresa();
  const seller = await aSeller();
  const first = (await connect(ana, seller)).json();
  await sql("update mercado_livre_config set situacao = 'reconectar' where id = $1", [first.id]);
  const second = (await connect(ana, seller)).json();
  expect(second).toMatchObject({ id: first.id, situacao: 'ativa', created_at: first.created_at });
  expect(await list(ana)).toHaveLength(1);
});
