import type { Page } from '@playwright/test';
import { type Firefox, startFirefox } from './firefox.ts';
import { apiHeaders, expect, type Operator, ORIGIN, test } from './fixtures.ts';
import { aConta } from './integracoes-page.ts';
import { everyRoute, SCREENS } from './telas.ts';

/** The screens without a session, with their headings. */
const SIGNED_OUT = {
  '/auth': 'Entrar',
  '/auth/$type': 'Criar conta',
  '/auth/convite': 'Convite não encontrado',
  '/auth/recuperar-senha': 'Recuperar senha',
};

/** The screens of one record, with their headings. */
const OF_A_RECORD = {
  '/ajuda/$pagina': 'Atalhos do teclado',
  '/configuracao/$marketplace/$accountId': '@LOJADAANA',
  '/configuracao/titular': 'Dados do titular',
};

const headings = `Array.from(document.querySelectorAll('h1'), ({ innerText }) => innerText).join()`;

async function expectHeading(firefox: Firefox, path: string, heading: string): Promise<void> {
  await firefox.goto(ORIGIN + path);
  await expect.poll(() => firefox.run(headings), { message: path }).toBe(heading);
}

/** A request of a person for their data, whose screen then shows them. Returns its id. */
async function aPedidoDeTitular(page: Page): Promise<string> {
  const yesterday = new Date(Date.now() - 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
  const data = { tipo: 'acesso', nome: 'Maria', contato: 'maria@exemplo.com.br', recebido_em: yesterday };
  const response = await page.request.post('/api/titulares/pedidos', { data, headers: apiHeaders });
  expect(response.status()).toBe(201);
  return (await response.json()).id;
}

async function signIn(firefox: Firefox, { email, senha }: Operator): Promise<void> {
  const init = {
    method: 'POST',
    body: JSON.stringify({ email, senha }),
    headers: { 'content-type': 'application/json' },
  };
  const status = await firefox.run(
    `fetch('/api/sessoes', ${JSON.stringify(init)}).then(({ status }) => status)`,
  );
  expect(status).toBe(200);
}

test('every screen of the route tree shows its heading in Firefox, without an error', async ({
  page,
  operator,
}) => {
  const known = { ...SIGNED_OUT, ...SCREENS, ...OF_A_RECORD };
  expect(everyRoute(), 'a new screen needs its heading in e2e/telas.ts').toEqual(Object.keys(known).sort());
  const conta = await aConta(operator, { nickname: 'LOJADAANA' });
  const pedido = await aPedidoDeTitular(page);
  const firefox = await startFirefox();
  try {
    for (const [path, heading] of Object.entries(SIGNED_OUT))
      await expectHeading(firefox, path.replace('$type', 'cadastro'), heading);
    await signIn(firefox, operator);
    for (const [path, heading] of Object.entries(SCREENS)) await expectHeading(firefox, path, heading);
    await expectHeading(firefox, `/configuracao/mercado-livre/${conta}`, '@LOJADAANA');
    await expectHeading(firefox, `/configuracao/titular?pedido=${pedido}`, 'Dados do titular');
    // The last screen reads nothing, so no answer can fail after its heading is there.
    await expectHeading(firefox, '/ajuda/atalhos', 'Atalhos do teclado');
    expect(firefox.errors).toEqual([]);
    // An error of a page is seen, so the empty list above means something.
    await firefox.run(`setTimeout(() => { throw new Error('planted') })`);
    await expect.poll(() => firefox.errors.join()).toContain('planted');
  } finally {
    await firefox.stop();
  }
});
