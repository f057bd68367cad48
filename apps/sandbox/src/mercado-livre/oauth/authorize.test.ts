import { afterAll, describe, expect, test } from 'vitest';
import { aClient, RETURN_ADDRESS, SELLERS } from '#mercado-livre/test-client.ts';
import { startSandbox } from '#sandbox.ts';
import { visitMercadoLivre } from './visitor.ts';

const sandbox = await startSandbox({ port: 0 });
afterAll(sandbox.stop);
const client = aClient(sandbox.url);

describe('the authorization page', () => {
  test('redirects the seller with a code and the state, and the code ends with the id of the seller', async () => {
    const back = await visitMercadoLivre(client.authorizationUrl(), SELLERS.large);
    expect(back.href.startsWith(`${RETURN_ADDRESS}?`)).toBe(true);
    expect(back.searchParams.get('state')).toBe('estado');
    expect(back.searchParams.get('code')).toMatch(/^TG-[0-9a-f]{24}-5001100000$/);
  });

  test('lists the sellers and has a field for another one', async () => {
    const page = await (await fetch(client.authorizationUrl())).text();
    expect(page).toContain('AUTOPECASDOZE');
    expect(page).toContain('Ou o ID de outro vendedor');
  });

  test('redirects a seller who cancels, without issuing a code', async () => {
    const back = await visitMercadoLivre(client.authorizationUrl(), SELLERS.small, 'cancelar');
    expect(Object.fromEntries(back.searchParams)).toEqual({ error: 'access_denied', state: 'estado' });
  });

  test('stops a collaborator, and a seller with pending data', async () => {
    const decide = (form: Record<string, string>) =>
      fetch(client.authorizationUrl().replace('/authorization?', '/authorization/decisao?'), {
        method: 'POST',
        body: new URLSearchParams(form),
        redirect: 'manual',
      });
    const collaborator = await decide({ vendedor: String(SELLERS.small), decisao: 'colaborador' });
    expect(collaborator.status).toBe(400);
    expect(await collaborator.text()).toContain('invalid_operator_user_id');
    const pending = await decide({ vendedor: String(SELLERS.pending), decisao: 'autorizar' });
    expect(await pending.text()).toContain('cannot connect to your account');
  });

  test.each<[string, Record<string, string>]>([
    ['another return address', { redirect_uri: `${RETURN_ADDRESS}/` }],
    ['a return address with a query', { redirect_uri: `${RETURN_ADDRESS}?a=1` }],
    ['an unknown client', { client_id: '1' }],
    ['another flow', { response_type: 'token' }],
    ['plain PKCE', { code_challenge_method: 'plain' }],
    ['a challenge of another form', { code_challenge: 'curto' }],
  ])('refuses %s without a redirect', async (_what, changes) => {
    const shown = await fetch(client.authorizationUrl(changes), { redirect: 'manual' });
    expect(shown.status).toBe(400);
    expect(shown.headers.get('location')).toBeNull();
  });

  test('refuses a parameter given twice', async () => {
    expect((await fetch(`${client.authorizationUrl()}&state=outro`)).status).toBe(400);
  });
});
