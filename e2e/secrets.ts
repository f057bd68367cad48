import type { BrowserContext, Page } from '@playwright/test';
import { MERCADO_LIVRE_CLIENT } from '../apps/sandbox/src/mercado-livre/oauth/application.ts';

/**
 * Match the product's tokens of sessions, devices, pending sign-ins and visits to Google, the tokens of the
 * simulated Google, the access tokens of Mercado Livre, and the product's client secret at Mercado Livre.
 */
const SECRETS = [
  /pr[sdco]_[\w-]{43}/g,
  /canario-google-[\w-]+/g,
  /APP_USR-[\w-]+/g,
  new RegExp(MERCADO_LIVRE_CLIENT.secret, 'g'),
];
/**
 * Matches authorization codes and refresh tokens of Mercado Livre, which have the same form. Only the address
 * to which the browser returns may contain a code.
 */
const TICKET = /TG-[0-9a-f]{24}-\d+/g;
/** The OAuth state, which travels to Mercado Livre and back. Only the browser may learn it from the server. */
const STATE = /prm_[\w-]{43}/g;
/** The token of an e-mailed link, after `#`. The browser must see it, the server's log must not. */
const LINK_TOKEN = /pre_[\w-]{43}/g;

/** Passwords that tests type. The server's log is searched for them after the run. */
export const SENHA = 'senha-de-teste';
export const NOVA_SENHA = 'nova-senha-m4w9tr';
/** The minimum of six characters, and not a common password. */
export const SENHA_CURTA = 'k7q2xz';
export const SENHA_ERRADA = 'senha-errada-91';

/** The secrets in a text, abbreviated so that the report does not repeat them. */
const secretsIn = (text: string, patterns: readonly RegExp[]): string[] =>
  patterns.flatMap((pattern) => text.match(pattern) ?? []).map((secret) => `${secret.slice(0, 15)}…`);

/** The secrets in a log, which must contain neither link tokens nor passwords. */
export const secretsInLog = (log: string): string[] => [
  ...secretsIn(log, [...SECRETS, TICKET, STATE, LINK_TOKEN]),
  ...[SENHA, NOVA_SENHA, SENHA_CURTA, SENHA_ERRADA].filter((each) => log.includes(each)),
];

/** A stream of changes has no end to wait for. It names tables and ids; `novidades.test.ts` states its fields. */
const isText = (contentType: string) =>
  /text|json|javascript|html|xml/.test(contentType) && !contentType.startsWith('text/event-stream');

/**
 * Watches everything scripts of a page can read: addresses, answers of `origin`, and at the end every storage and the
 * page itself. The returned function reports where a secret was found.
 */
export function watchSecrets(context: BrowserContext, origin: string): () => Promise<string[]> {
  const found: string[] = [];
  const reading: Promise<void>[] = [];
  const look = (where: string, text: string, patterns = [...SECRETS, TICKET]) =>
    void found.push(...secretsIn(text, patterns).map((secret) => `${secret} in ${where}`));
  const lookAtAddress = (url: string) => look('an address', decodeURIComponent(url), SECRETS);

  context.on('request', (request) => lookAtAddress(request.url()));
  context.on('page', (page) => page.on('framenavigated', (frame) => lookAtAddress(frame.url())));
  context.on('response', (response) => {
    const { pathname, origin: from } = new URL(response.url());
    // The built files are the same for every visitor, so they contain no secret of a session.
    if (from !== origin || pathname.startsWith('/assets/')) return;
    if (!isText(response.headers()['content-type'] ?? '')) return;
    const noBody = () => {}; // A redirect has no body, and the browser drops the body of a page already left.
    reading.push(response.text().then((text) => look(`the answer of ${pathname}`, text), noBody));
  });

  return async () => {
    await Promise.all(reading);
    for (const page of context.pages())
      if (page.url().startsWith(origin)) look('the page or its storage', await readableIn(page));
    return found;
  };
}

async function readableIn(page: Page): Promise<string> {
  await page.waitForLoadState();
  return page.evaluate(async () =>
    JSON.stringify([
      { ...localStorage },
      { ...sessionStorage },
      document.cookie,
      await indexedDB.databases(),
      document.documentElement.outerHTML,
    ]),
  );
}
