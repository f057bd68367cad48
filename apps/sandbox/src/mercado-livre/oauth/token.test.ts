import { afterAll, describe, expect, test } from 'vitest';
import { aClient, aControl, SELLERS } from '#mercado-livre/test-client.ts';
import { startSandbox } from '#sandbox.ts';
import { MERCADO_LIVRE_CLIENT } from './application.ts';

const sandbox = await startSandbox({ port: 0 });
afterAll(sandbox.stop);
const client = aClient(sandbox.url);
const control = aControl(sandbox.url);
const invalidGrant = { status: 400, body: { error: 'invalid_grant', status: 400, cause: [] } };

describe('the token endpoint', () => {
  test('exchanges a code for tokens of the documented form, all listed as issued', async () => {
    const code = await client.aCode(SELLERS.small);
    const { status, body } = await client.exchange(code);
    expect(status).toBe(200);
    expect(body).toEqual({
      access_token: expect.stringMatching(/^APP_USR-5387223166827464-\d{6}-[0-9a-f]{32}-1001000050$/),
      token_type: 'bearer',
      expires_in: 21_600,
      scope: 'offline_access read write',
      user_id: SELLERS.small,
      refresh_token: expect.stringMatching(/^TG-[0-9a-f]{24}-1001000050$/),
    });
    const issued = await (await fetch(`${sandbox.url}/_emitidos`)).json();
    expect(issued).toEqual(expect.arrayContaining([code, body['access_token'], body['refresh_token']]));
  });

  test('accepts a code once', async () => {
    const code = await client.aCode(SELLERS.small);
    expect(await client.exchange(code)).toMatchObject({ status: 200 });
    expect(await client.exchange(code)).toMatchObject(invalidGrant);
  });

  test('accepts a code for ten minutes', async () => {
    const world = await startSandbox({ port: 0 });
    const there = aClient(world.url);
    const [early, late] = [await there.aCode(SELLERS.small), await there.aCode(SELLERS.small)];
    await aControl(world.url).do('POST', '/relogio', { avancarSegundos: 590 });
    expect(await there.exchange(early)).toMatchObject({ status: 200 });
    await aControl(world.url).do('POST', '/relogio', { avancarSegundos: 20 });
    expect(await there.exchange(late)).toMatchObject(invalidGrant);
    await world.stop();
  });

  test.each<[string, Record<string, string>]>([
    ['another verifier', { code_verifier: 'a'.repeat(43) }],
    ['another return address', { redirect_uri: 'http://localhost:9999/configuracao/integracoes' }],
    ['an invented code', { code: 'TG-000000000000000000000000-1001000050' }],
  ])('refuses %s', async (_what, changes) => {
    expect(await client.exchange(await client.aCode(SELLERS.small), changes)).toMatchObject(invalidGrant);
  });

  test('issues a code without a challenge, and then requires the verifier', async () => {
    const url = new URL(client.authorizationUrl());
    for (const name of ['code_challenge', 'code_challenge_method']) url.searchParams.delete(name);
    const code = await client.aCode(SELLERS.small, url.href);
    expect(await client.exchange(code, { code_verifier: '' })).toMatchObject({
      status: 400,
      body: { error: 'invalid_request', message: 'code_verifier is a required parameter' },
    });
    expect(await client.exchange(await client.aCode(SELLERS.small, url.href))).toMatchObject(invalidGrant);
  });

  test('refuses a wrong secret, another client, another grant type and a missing parameter', async () => {
    const code = await client.aCode(SELLERS.small);
    const invalidClient = { status: 400, body: { error: 'invalid_client' } };
    expect(await client.exchange(code, { client_secret: 'outro' })).toMatchObject(invalidClient);
    expect(await client.exchange(code, { client_id: '1' })).toMatchObject(invalidClient);
    expect(await client.token({ grant_type: 'client_credentials' })).toMatchObject({
      body: { error: 'unsupported_grant_type' },
    });
    expect(await client.token({ grant_type: 'refresh_token' })).toMatchObject({
      body: { error: 'invalid_request', message: 'refresh_token is a required parameter' },
    });
  });

  test('reads only a form in the body, with each parameter once', async () => {
    const invalidRequest = { status: 400, body: { error: 'invalid_request' } };
    const form = new URLSearchParams({ grant_type: 'refresh_token', client_id: MERCADO_LIVRE_CLIENT.id });
    const url = `${sandbox.url}/mercado-livre/oauth/token`;
    const post = async (address: string, init: RequestInit) => {
      const response = await fetch(address, { method: 'POST', ...init });
      return { status: response.status, body: await response.json() };
    };
    expect(await post(`${url}?${form}`, {})).toMatchObject(invalidRequest);
    const { refreshToken } = await client.connect(SELLERS.small);
    const right = new URLSearchParams({
      ...Object.fromEntries(form),
      client_secret: MERCADO_LIVRE_CLIENT.secret,
      refresh_token: refreshToken,
    });
    expect(await post(`${url}?x=1`, { body: right })).toMatchObject(invalidRequest);
    expect(
      await post(url, {
        body: JSON.stringify(Object.fromEntries(form)),
        headers: { 'content-type': 'application/json' },
      }),
    ).toMatchObject(invalidRequest);
    form.append('client_id', 'outro');
    expect(await post(url, { body: form })).toMatchObject(invalidRequest);
  });
});

describe('a refresh token', () => {
  test('works once, and only the newest one works', async () => {
    const { refreshToken, accessToken, get } = await client.connect(SELLERS.small);
    const { status, body } = await client.refresh(refreshToken);
    expect(status).toBe(200);
    expect(body['access_token']).not.toBe(accessToken);
    expect(await client.refresh(refreshToken)).toMatchObject(invalidGrant);
    // The previous access token stays valid: the documentation does not say that it ends.
    expect(await get('/users/me')).toMatchObject({ status: 200 });
    const again = await client.connect(SELLERS.small);
    expect(await client.refresh(String(body['refresh_token']))).toMatchObject(invalidGrant);
    expect(await client.refresh(again.refreshToken)).toMatchObject({ status: 200 });
  });

  test('that many concurrent requests use is accepted once', async () => {
    const { refreshToken } = await client.connect(SELLERS.middle);
    const answers = await Promise.all(Array.from({ length: 16 }, () => client.refresh(refreshToken)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body['error'] === 'invalid_grant')).toHaveLength(15);
  });

  test('is bound to its application', async () => {
    const other = { id: '1234567890123456', secret: 'outro-segredo' };
    await control.do('POST', '/aplicacoes', { id: other.id, segredo: other.secret });
    const { refreshToken } = await client.connect(SELLERS.small);
    const refused = await aClient(sandbox.url, other).refresh(refreshToken);
    expect(refused).toMatchObject(invalidGrant);
    expect(await client.refresh(refreshToken)).toMatchObject({ status: 200 });
  });

  test('ends with a new password, a revocation, four idle months or the old client secret', async () => {
    const world = await startSandbox({ port: 0 });
    const there = aClient(world.url);
    const { do: act } = aControl(world.url);
    const password = await there.connect(SELLERS.small);
    await act('POST', `/vendedores/${SELLERS.small}/senha`, {});
    expect(await there.refresh(password.refreshToken)).toMatchObject(invalidGrant);
    expect(await password.get('/users/me')).toMatchObject({ status: 401 });

    const revoked = await there.connect(SELLERS.small);
    await act('POST', `/vendedores/${SELLERS.small}/revogar`, { aplicacao: MERCADO_LIVRE_CLIENT.id });
    expect(await there.refresh(revoked.refreshToken)).toMatchObject(invalidGrant);

    const idle = await there.connect(SELLERS.small);
    await act('POST', '/relogio', { avancarSegundos: 125 * 86_400 });
    expect(await there.refresh(idle.refreshToken)).toMatchObject(invalidGrant);

    const rotated = await there.connect(SELLERS.small);
    const segredo = `/aplicacoes/${MERCADO_LIVRE_CLIENT.id}/segredo`;
    await act('POST', segredo, { novo: 'novo', convivenciaSegundos: 3600 });
    const renewed = await there.refresh(rotated.refreshToken);
    expect(renewed).toMatchObject({ status: 200 });
    await act('POST', '/relogio', { avancarSegundos: 3601 });
    const token = String(renewed.body['refresh_token']);
    expect(await there.refresh(token)).toMatchObject({ body: { error: 'invalid_client' } });
    expect(await there.refresh(token, { client_secret: 'novo' })).toMatchObject(invalidGrant);
    await world.stop();
  });

  test('is not issued without the offline scope', async () => {
    const world = await startSandbox({ port: 0 });
    const there = aClient(world.url);
    await aControl(world.url).do('PATCH', `/aplicacoes/${MERCADO_LIVRE_CLIENT.id}`, { scopes: ['read'] });
    const { body } = await there.exchange(await there.aCode(SELLERS.small));
    expect(body).not.toHaveProperty('refresh_token');
    await world.stop();
  });
});

describe('PKCE', () => {
  test('is optional where it is not required, and is verified if it is used', async () => {
    const app = { id: '2345678901234567', secret: 'sem-pkce' };
    await control.do('POST', '/aplicacoes', { id: app.id, segredo: app.secret, pkce: false });
    const there = aClient(sandbox.url, app);
    const bare = new URL(there.authorizationUrl());
    for (const name of ['code_challenge', 'code_challenge_method']) bare.searchParams.delete(name);
    const code = await there.aCode(SELLERS.small, bare.href);
    expect(await there.exchange(code, { code_verifier: '' })).toMatchObject({ status: 200 });
    const used = await there.aCode(SELLERS.small);
    expect(await there.exchange(used, { code_verifier: '' })).toMatchObject(invalidGrant);
  });
});

describe('an access token', () => {
  test('ends with the refresh if the setting says so', async () => {
    await control.do('PATCH', '/ajustes', { accessMorreNoRefresh: true });
    const { get, refreshToken } = await client.connect(SELLERS.automatic);
    expect(await client.refresh(refreshToken)).toMatchObject({ status: 200 });
    expect((await get('/users/me')).status).toBe(401);
    await control.do('PATCH', '/ajustes', { accessMorreNoRefresh: false });
  });

  test('lives as long as the setting says, and then gives 401', async () => {
    const { get, id } = await client.connect(SELLERS.protected);
    expect(await get('/users/me')).toMatchObject({ status: 200, body: { id } });
    await control.do('POST', `/vendedores/${id}/expirar`, {});
    expect(await get('/users/me')).toMatchObject({
      status: 401,
      body: { code: 'unauthorized', message: 'invalid access token' },
    });
    await control.do('PATCH', '/ajustes', { expiresIn: 1 });
    expect((await client.exchange(await client.aCode(SELLERS.small))).body).toMatchObject({ expires_in: 1 });
    await control.do('PATCH', '/ajustes', { expiresIn: 21_600 });
  });

  test('is required in the header of every call, and refused in the query', async () => {
    const { accessToken } = await client.connect(SELLERS.small);
    const api = `${sandbox.url}/mercado-livre`;
    expect((await fetch(`${api}/sites/MLB/categories`)).status).toBe(401);
    expect((await fetch(`${api}/users/me?access_token=${accessToken}`)).status).toBe(401);
    const both = await fetch(`${api}/users/me?access_token=${accessToken}`, {
      headers: { authorization: `Bearer ${accessToken}` },
    });
    expect(both.status).toBe(401);
  });

  test('ends when the application revokes the authorization', async () => {
    const { get, call, id } = await client.connect(SELLERS.noReputation);
    const app = MERCADO_LIVRE_CLIENT.id;
    expect((await get(`/users/${id}/applications`)).body).toMatchObject([
      { user_id: String(id), app_id: app },
    ]);
    expect((await get(`/applications/${app}/grants`)).body).toHaveProperty('grants');
    expect(await call('DELETE', `/users/${id}/applications/${app}`)).toMatchObject({
      status: 200,
      body: { user_id: String(id), app_id: app, msg: 'Autorización eliminada' },
    });
    expect((await get('/users/me')).status).toBe(401);
  });
});
