import type { BrowserContext, Page } from '@playwright/test';
import { MERCADO_LIVRE_CLIENT } from '../apps/sandbox/src/mercado-livre/application.ts';

/**
 * Tokens of sessions, devices, sign-ins under way and ways to Google; what the simulated Google gives out; the access
 * tokens of Mercado Livre and our own secret there.
 */
const SECRETS = [
  /pr[sdco]_[\w-]{43}/g,
  /canario-google-[\w-]+/g,
  /APP_USR-[\w-]+/g,
  new RegExp(MERCADO_LIVRE_CLIENT.secret, 'g'),
];
/** Codes and refresh tokens of Mercado Livre look alike: the browser brings a code back in its address, and nothing else has one. */
const TICKET = /TG-[0-9a-f]{24}-\d+/g;
/** What goes to Mercado Livre and comes back; the server tells it to the browser, and nobody else. */
const STATE = /prm_[\w-]{43}/g;
/** What a link of an e-mail carries after `#`: the browser must see it, the server's log must not. */
const LINK_TOKEN = /pre_[\w-]{43}/g;

/** Passwords that tests type; the server's log is searched for them after the run. */
export const SENHA = 'senha-de-teste';
export const NOVA_SENHA = 'nova-senha-m4w9tr';
/** Six characters, the fewest allowed, and not one everybody tries first. */
export const SENHA_CURTA = 'k7q2xz';
export const SENHA_ERRADA = 'senha-errada-91';

/** Which secrets a text contains, without repeating them. */
const secretsIn = (text: string, patterns: readonly RegExp[]): string[] =>
  patterns.flatMap((pattern) => text.match(pattern) ?? []).map((secret) => `${secret.slice(0, 15)}…`);

/** The same for a log, where neither a link nor a password has anything to do. */
export const secretsInLog = (log: string): string[] => [
  ...secretsIn(log, [...SECRETS, TICKET, STATE, LINK_TOKEN]),
  ...[SENHA, NOVA_SENHA, SENHA_CURTA, SENHA_ERRADA].filter((each) => log.includes(each)),
];

const isText = (contentType: string) => /text|json|javascript|html|xml/.test(contentType);

/**
 * Looks at everything scripts of a page can see: addresses, what `origin` answers, and at the end every storage and
 * the page itself. Call what it returns to learn where a secret was.
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
    // The built files are the same for everybody and were there before anybody signed in.
    if (from !== origin || pathname.startsWith('/assets/')) return;
    if (!isText(response.headers()['content-type'] ?? '')) return;
    const noBody = () => {}; // A redirect has none, and the browser drops that of a page already left.
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
