import type { Browser, BrowserContext, Page } from '@playwright/test';
import { everyRoute } from '../../e2e/telas.ts';
import type { Operator } from '../kit/product.ts';
import { CANARY, CANARY_HOST } from './payloads.ts';
import { SENHA, type Site } from './site.ts';

/** What ran or was noticed on the visited screens. */
interface Seen {
  executions: string[];
  violations: string[];
  requests: string[];
  errors: string[];
  /** The screens and dialogs that were visited. */
  visited: number;
  /** How many visited screens and dialogs showed a payload, so that the visit had something to show. */
  shown: number;
}

export const nothingSeen = (): Seen => ({
  ...{ executions: [], violations: [], requests: [], errors: [] },
  ...{ visited: 0, shown: 0 },
});

/** A pixel in place of the logos of other hosts, which a marca may name. */
const PIXEL = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64');

interface Visitor {
  browser: Browser;
  site: Site;
  seen: Seen;
  /** Changes the files of the web, for a planted defect. */
  rewrite?: (script: string) => string;
}

/** A page of this person, on which everything that a payload could do is watched. */
export async function open(visitor: Visitor, operator: Operator | null): Promise<Page> {
  const { browser, site, seen, rewrite } = visitor;
  const context = await browser.newContext({
    ...{ baseURL: site.origin, locale: 'pt-BR', reducedMotion: 'reduce' },
    viewport: { width: 1440, height: 900 },
    // A message of the page must not answer before the listeners below exist.
    serviceWorkers: 'block',
  });
  if (operator)
    await context.request.post('/api/sessoes', {
      data: { email: operator.email, senha: SENHA },
      headers: { origin: site.origin },
    });
  await watch(context, seen, site.origin);
  if (rewrite)
    await context.route(/\/assets\/.*\.js$/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: rewrite(await response.text()) });
    });
  return context.newPage();
}

/** A read of a record that the proof has deleted. The browser and the product both write a line about it. */
const REFUSED_READ = /^Failed to load resource: .* status of 4\d\d|^A leitura falhou .*status: 4\d\d/;

async function watch(context: BrowserContext, seen: Seen, origin: string): Promise<void> {
  const where = (page: Page | null) => (page ? page.url().replace(origin, '') : '');
  await context.exposeBinding('prumoSaw', ({ page }, kind: 'executions' | 'violations', what: string) =>
    seen[kind].push(`${where(page)}: ${what}`),
  );
  await context.addInitScript((canary) => {
    const saw = Reflect.get(globalThis, 'prumoSaw') as (kind: string, what: string) => void;
    for (const name of [canary, 'confirm', 'prompt'])
      Reflect.set(globalThis, name, (text: unknown) => saw('executions', `${name}(${String(text)})`));
    globalThis.print = () => {};
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
      saw('violations', `${effectiveDirective} ${blockedURI} ${sample}`),
    );
  }, CANARY);
  // The stream of changes never ends, and a page without it is idle at some time.
  await context.route('**/api/novidades*', (route) => route.fulfill({ status: 204 }));
  await context.route(
    (url) => url.hostname !== 'localhost' && url.hostname !== '127.0.0.1' && url.protocol.startsWith('http'),
    (route) => route.fulfill({ contentType: 'image/gif', body: PIXEL }),
  );
  context.on('request', (request) => {
    if (request.url().includes(CANARY_HOST))
      seen.requests.push(`${where(request.frame().page())}: ${request.url()}`);
  });
  context.on('console', (message) => {
    if (message.type() === 'error' && !REFUSED_READ.test(message.text()))
      seen.errors.push(`${where(message.page())}: ${message.text().slice(0, 200)}`);
  });
  context.on('weberror', (error) =>
    seen.errors.push(`${where(error.page())}: ${String(error.error()).slice(0, 200)}`),
  );
  context.on('page', (page) => {
    page.on('dialog', (dialog) => {
      seen.executions.push(`${where(page)}: a dialog ${dialog.message()}`);
      void dialog.dismiss();
    });
  });
}

/** Waits until a screen has loaded what it shows. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: 20_000 }).catch(() => {});
}

const HOSTILE_TEXT = /alert\(|onerror|<script|javascript:|canario|cmd\|/;

async function look(page: Page, seen: Seen): Promise<void> {
  await settle(page);
  seen.visited++;
  const text = await page.evaluate(
    () =>
      document.body.innerText +
      Array.from(document.querySelectorAll('input, textarea'), (each) => Reflect.get(each, 'value')).join(
        ' ',
      ),
  );
  if (HOSTILE_TEXT.test(text)) seen.shown++;
}

async function arrive(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page
    .getByRole('heading')
    .first()
    .waitFor({ timeout: 20_000 })
    .catch(() => {});
  await settle(page);
}

/** Buttons that leave the product or end what the visit needs. */
const LEAVING = /^(sair|imprimir|baixar|entrar com google|encerrar|conectar|cancelar|fechar)/i;

/** Every screen of the route tree that needs no record in its address. */
export const SCREENS = everyRoute().filter((path) => !path.includes('$') && !path.startsWith('/auth'));

/**
 * Visits a screen, and opens there each kind of button once: of 'Editar A', 'Editar B' and 'Excluir A' it opens the
 * first and the third. So a new dialog is visited without an edit of this proof.
 */
export async function visitScreen(visitor: Visitor, page: Page, path: string): Promise<void> {
  const { seen } = visitor;
  await arrive(page, path);
  await look(page, seen);
  const names = await page
    .locator('main')
    .getByRole('button')
    .evaluateAll((buttons) =>
      buttons
        .filter((each) => !each.hasAttribute('disabled') && each.checkVisibility())
        .map((each) => each.getAttribute('aria-label') ?? each.textContent ?? ''),
    );
  const kinds = new Map<string, string>();
  for (const name of names.map((each) => each.trim())) {
    const kind = name.split(/\s/)[0]?.toLowerCase() ?? '';
    if (!kinds.has(kind)) kinds.set(kind, name);
  }
  for (const [kind, name] of kinds) {
    if (!kind || LEAVING.test(kind)) continue;
    const button = page.locator('main').getByRole('button', { name, exact: true }).first();
    if (!(await button.isVisible().catch(() => false))) await arrive(page, path);
    await button.click({ timeout: 5000 }).catch(() => {});
    await look(page, seen);
    await page.keyboard.press('Escape');
    if ((await page.getByRole('dialog').count()) > 0 || !page.url().endsWith(path)) await arrive(page, path);
  }
}

/** Walks through the pages of the list of a screen. */
export async function visitPages({ seen }: Visitor, page: Page, path: string, most: number): Promise<void> {
  await arrive(page, path);
  const next = page.getByRole('button', { name: /próxima/i }).first();
  for (let n = 0; n < most && (await next.isEnabled({ timeout: 500 }).catch(() => false)); n++) {
    // The button stays enabled until the rows arrive that show the last page.
    const isLast = await next.click({ timeout: 5000 }).then(
      () => false,
      async () => !(await next.isEnabled()),
    );
    if (isLast) return;
    await look(page, seen);
  }
}

/** Searches in the palette, deletes a record with its toast, and sends payloads in the address. */
export async function visitOthers(visitor: Visitor, page: Page, texts: readonly string[]): Promise<void> {
  const { seen } = visitor;
  await arrive(page, '/catalogo/produtos');
  await page.keyboard.press('Control+k');
  const palette = page.getByLabel('Buscar produtos e telas');
  await palette.waitFor();
  for (const text of ['alert', ...texts.slice(0, 5)]) {
    await palette.fill(text);
    await look(page, seen);
  }
  await arrive(page, '/cadastros/marca');
  await page
    .getByRole('button', { name: /^Excluir / })
    .first()
    .click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Excluir/ })
    .click();
  await look(page, seen);
  for (const text of texts.slice(0, 8))
    for (const path of [
      '/cadastros/marca?busca=',
      '/catalogo/produtos?busca=',
      '/nao/existe/',
      '/catalogo/produtos?abrir=',
    ]) {
      await arrive(page, `${path}${encodeURIComponent(text)}`);
      await look(page, seen);
    }
}

/** The screens of a person who is not signed in, with payloads in the address. */
export async function visitAnonymous(visitor: Visitor, links: readonly string[], texts: readonly string[]) {
  const page = await open(visitor, null);
  const addresses = texts
    .slice(0, 6)
    .flatMap((text) =>
      [
        '/auth/login?google=',
        '/auth/login?voltar=',
        '/auth/convite#convite=',
        '/auth/recuperar-senha#token=',
      ].map((path) => `${path}${encodeURIComponent(text)}`),
    );
  for (const address of [...links, ...addresses]) {
    await page.goto('about:blank');
    await arrive(page, address);
    await look(page, visitor.seen);
  }
  await page.context().close();
}
