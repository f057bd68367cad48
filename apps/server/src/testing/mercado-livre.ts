import { createHash, randomBytes } from 'node:crypto';
import { MERCADO_LIVRE_CLIENT } from '@prumo/sandbox/mercado-livre/oauth/application.ts';
import { visitMercadoLivre } from '@prumo/sandbox/mercado-livre/oauth/visitor.ts';
import { startSandbox } from '@prumo/sandbox/sandbox.ts';
import { afterAll, expect } from 'vitest';
import { openWorker } from '#worker.ts';
import type { Client } from './harness.ts';
import { testApp } from './test-app.ts';

export const MARKETPLACE = 'mercado-livre';

/** Opens the application with a simulated Mercado Livre, in which each test creates its own sellers. */
export async function mercadoLivreApp(settings: Record<string, string> = {}) {
  const sandbox = await startSandbox({ port: 0 });
  afterAll(() => sandbox.stop());
  const prumo = await testApp({
    MERCADO_LIVRE_AUTH_URL: `${sandbox.url}/mercado-livre-auth`,
    MERCADO_LIVRE_API_URL: `${sandbox.url}/mercado-livre`,
    MERCADO_LIVRE_PICTURE_HOSTS: new URL(sandbox.url).host,
    MERCADO_LIVRE_CLIENT_ID: MERCADO_LIVRE_CLIENT.id,
    MERCADO_LIVRE_CLIENT_SECRET: MERCADO_LIVRE_CLIENT.secret,
    MERCADO_LIVRE_NOTIFICATION_SECRETS: MERCADO_LIVRE_CLIENT.callbackSecret,
    MERCADO_LIVRE_CALLS_PER_SECOND: '10000',
    ...settings,
  });
  let sellers = 0;

  const control = async (path: string, body: object = {}) => {
    const answer = await fetch(`${sandbox.url}/_mercado-livre${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  };
  const json = async (path: string) => (await fetch(`${sandbox.url}${path}`)).json();
  const aProof = () => {
    const code_verifier = randomBytes(32).toString('base64url');
    return {
      code_verifier,
      code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
    };
  };

  /** Runs the OAuth flow as the page does: the seller agrees at Mercado Livre, which returns a code. */
  async function authorize(person: Client, seller: number) {
    const { code_verifier, code_challenge } = aProof();
    const configuration = await person.get(`/api/marketplaces/${MARKETPLACE}/configuracao`);
    expect(configuration.statusCode, configuration.body).toBe(200);
    const { client_id, authorization_url, redirect_uri } = configuration.json();
    const started = await person.post('/api/contas/conexoes', { marketplace: MARKETPLACE, code_challenge });
    expect(started.statusCode, started.body).toBe(201);
    const url = new URL(authorization_url);
    url.search = new URLSearchParams({
      response_type: 'code',
      client_id,
      redirect_uri,
      code_challenge,
      code_challenge_method: 'S256',
      state: started.json().state,
    }).toString();
    const { searchParams } = await visitMercadoLivre(url.href, seller);
    expect(searchParams.get('state')).toBe(started.json().state);
    return {
      marketplace: MARKETPLACE,
      code: String(searchParams.get('code')),
      state: String(searchParams.get('state')),
      code_verifier,
    };
  }

  return {
    ...prumo,
    sandbox,
    control,
    authorize,
    aProof,
    /** Creates a seller at Mercado Livre that no other test uses. */
    async aSeller(): Promise<number> {
      sellers += 1;
      const id = 3_000_000_000 + sellers;
      await control('/vendedores', { id, apelido: `VENDEDOR${sellers}`, semente: 1, anuncios: 3, vendas: 3 });
      return id;
    },
    connect: async (person: Client, seller: number) =>
      person.post('/api/contas', await authorize(person, seller)),
    /** Makes the simulated Mercado Livre fail: `{ 'mercado-livre': '500', rota: 'POST /oauth/token' }`. */
    async misbehave(fault: object): Promise<void> {
      const answer = await fetch(`${sandbox.url}/_falhas`, { method: 'POST', body: JSON.stringify(fault) });
      expect(answer.status).toBe(204);
    },
    behave: () => fetch(`${sandbox.url}/_falhas`, { method: 'DELETE' }),
    /** Returns every code and token that the simulated Mercado Livre has issued. */
    issued: async (): Promise<string[]> => (await json('/_emitidos')) as string[],
    /** Returns how often a route was called, in total or for one seller. */
    async callsOf(route: string, seller?: number): Promise<number> {
      const { rotas } = (await json('/_mercado-livre/contagem')) as {
        rotas: Record<string, { total: number; vendedores: Record<string, number> }>;
      };
      const count = rotas[route];
      return (seller === undefined ? count?.total : count?.vendedores[String(seller)]) ?? 0;
    },
    /** Starts the worker, for tests that wait for its jobs. */
    async startWorker() {
      const worker = await openWorker(prumo.config);
      afterAll(() => worker.close());
    },
  };
}

export type MercadoLivreApp = Awaited<ReturnType<typeof mercadoLivreApp>>;
