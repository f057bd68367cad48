import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { launchOptions } from '../../playwright.config.ts';
import { startProduct } from '../product.ts';
import { DEMO, seedDemo } from '../seed/demo.ts';
import { seedProdutos } from '../seed/produtos.ts';
import { ROOT } from '../stack.ts';
import { connectContas, contaScreens, ENROLMENT, type Screen } from './contas.ts';
import { DAILY_WORK } from './daily-work.ts';
import { equipeScreens, seedEquipe } from './equipe.ts';
import { sellSome, VENDAS } from './vendas.ts';

/**
 * Draws docs/screens from the built product (run `pnpm build` first): every screen, wide and narrow, light
 * and dark. `pnpm screens equipe inventario` draws only the screens whose names begin with these words.
 */
const wanted = process.argv.slice(2);
const isWanted = (name: string) => wanted.length === 0 || wanted.some((word) => name.startsWith(word));
const folder = join(ROOT, 'docs/screens');
const WIDTHS = { 1440: 900, 390: 844 } as const;
const THEMES = { claro: 'light', escuro: 'dark' } as const;

const marcas = '/cadastros/marca';
const rows = (page: Page) => page.getByRole('row').nth(1).waitFor();

/** Opens the dialog of the record with this name, and waits until the dialog shows this field. */
const editing = (name: string, label: string) => async (page: Page) => {
  await page.getByRole('button', { name: `Editar ${name}` }).click();
  await page.getByLabel(label).waitFor();
};

const inventario = '/catalogo/inventario';

/** Opens an action of the row 'Filtro de óleo em Loja Centro' of the inventario. */
const acting = (action: string, complete: (page: Page) => Promise<unknown>) => async (page: Page) => {
  await page.getByRole('button', { name: 'Ações de Filtro de óleo em Loja Centro' }).click();
  await page.getByRole('menuitem', { name: action }).click();
  await complete(page);
};

const SCREENS: readonly Screen[] = [
  [
    'login',
    false,
    '/auth/login',
    (page) => page.getByRole('button', { name: 'Entrar', exact: true }).waitFor(),
  ],
  [
    'segundo-fator',
    false,
    '/auth/login?google=segundo_fator',
    (page) => page.getByLabel('Código', { exact: true }).waitFor(),
  ],
  ['recuperar-senha', false, '/auth/recuperar-senha', (page) => page.getByLabel('Email').waitFor()],
  ['perfil', true, '/perfil', (page) => page.getByText('Atividade recente').waitFor()],
  [
    'perfil-duas-etapas',
    true,
    '/perfil',
    async (page) => {
      await page.getByRole('switch', { name: 'Verificação em duas etapas' }).click();
      await page.getByRole('dialog').getByLabel('Código', { exact: true }).waitFor();
    },
  ],
  ['inicio-novo', true, '/', (page) => page.getByRole('heading', { name: 'Deixe a loja pronta' }).waitFor()],
  ['marcas', true, marcas, rows],
  ['marcas-dialogo', true, `${marcas}?abrir=novo`, (page) => page.getByLabel('Marca *').waitFor()],
  ['categorias', true, '/cadastros/categoria', rows],
  [
    'categorias-dialogo',
    true,
    '/cadastros/categoria?abrir=novo',
    async (page) => {
      await page.getByLabel('Categoria Pai (opcional)').click();
      await page.getByRole('option', { name: 'Freios' }).waitFor();
    },
  ],
  ['clientes', true, '/cadastros/clientes', rows],
  ['clientes-dialogo', true, '/cadastros/clientes', editing('Oficina Boa Viagem Ltda', 'Nome Fantasia')],
  ['fornecedores', true, '/cadastros/fornecedores', rows],
  [
    'fornecedores-dialogo',
    true,
    '/cadastros/fornecedores?abrir=novo',
    async (page) => {
      const documento = page.getByLabel('CPF/CNPJ', { exact: true });
      await documento.fill('19.131.243/0001-97');
      await documento.press('Tab');
      await page.getByText('Dados do CNPJ carregados com sucesso!').waitFor();
    },
  ],
  ['vendedores', true, '/cadastros/vendedores', rows],
  [
    'vendedores-dialogo',
    true,
    '/cadastros/vendedores?abrir=novo',
    (page) => page.getByLabel('CPF *').waitFor(),
  ],
  [
    'produtos',
    true,
    '/catalogo/produtos',
    (page) => page.getByRole('button', { name: /^(Ações de|Editar) Filtro de óleo$/ }).waitFor(),
  ],
  [
    'produtos-dialogo',
    true,
    '/catalogo/produtos?busca=PSL55',
    async (page) => {
      await page.getByRole('button', { name: 'Filtro de óleo', exact: true }).click();
      await page.getByLabel('SKU', { exact: true }).waitFor();
    },
  ],
  ['inventario', true, inventario, rows],
  [
    'inventario-transferencia',
    true,
    inventario,
    acting('Transferência', async (page) => {
      await page.getByLabel('Quantidade', { exact: true }).fill('4,5');
      await page.getByLabel('Depósito de destino').click();
      await page.getByRole('option', { name: 'Galpão CIC' }).click();
      await page.getByText('Saldo em Galpão CIC').waitFor();
    }),
  ],
  [
    'inventario-movimentacoes',
    true,
    inventario,
    acting('Movimentações', (page) => page.getByText('Venda no balcão').waitFor()),
  ],
  [
    'balcao',
    true,
    inventario,
    async (page) => {
      await page.getByRole('button', { name: 'Buscar…' }).click();
      await page.getByLabel('Buscar produtos e telas').fill('filtro');
      await page.getByRole('option', { name: 'Filtro de ar do motor' }).waitFor();
    },
  ],
  [
    'historico',
    true,
    '/catalogo/produtos?busca=PSL55',
    async (page) => {
      await page.getByRole('button', { name: 'Filtro de óleo', exact: true }).click();
      await page.getByRole('button', { name: 'Histórico' }).click();
      await page.getByText('Helena Prado').waitFor();
    },
  ],
  ['depositos', true, '/configuracao/deposito', rows],
  ['depositos-dialogo', true, '/configuracao/deposito', editing('Loja Centro', 'CEP')],
  [
    'atividade',
    true,
    '/configuracao/atividade',
    (page) => page.getByRole('main').getByRole('listitem').first().waitFor(),
  ],
  [
    'dados',
    true,
    '/configuracao/dados',
    (page) => page.getByRole('button', { name: 'Registrar pedido' }).waitFor(),
  ],
  [
    'dados-prazo',
    true,
    '/configuracao/dados',
    async (page) => {
      await page.getByRole('button', { name: 'Mudar o prazo' }).click();
      await page
        .getByRole('dialog')
        .getByRole('radio', { name: /^1 ano/ })
        .check();
      await page.getByText('O que sai do histórico não volta.').waitFor();
    },
  ],
  ['marcas-vazio', true, marcas, (page) => page.getByText('Nenhuma marca cadastrada ainda').waitFor()],
  ['marcas-erro', true, marcas, (page) => page.getByRole('alert').waitFor()],
];

/** The home of an empresa at work: drawn after its contas and its people exist. */
const INICIO: readonly Screen[] = [
  [
    'inicio',
    true,
    '/',
    async (page) => {
      const hide = page.getByRole('button', { name: 'Esconder' });
      const shown = page.getByRole('heading', { name: 'Precisa de você' });
      await hide.or(shown).first().waitFor();
      if (await hide.isVisible()) await hide.click();
      await shown.waitFor();
    },
  ],
];

/** The answers that replace the list's own in the screenshots of an empty and of a failed list. */
const ANSWERS: Readonly<Record<string, { status: number; json: object }>> = {
  'marcas-vazio': { status: 200, json: { itens: [], de: 1, anterior: null, proximo: null, total: 0 } },
  'marcas-erro': {
    status: 503,
    json: {
      codigo: 'unavailable',
      mensagem: 'O sistema está se recuperando. Tente de novo em alguns segundos.',
      pedido: '-',
    },
  },
};

/** True when nothing on the page is loading: no placeholder, no spinner, no bar at the top, no visible image. */
const isComplete = () =>
  // A tab that is not shown may wait for its first visit.
  Array.from(document.querySelectorAll('.skeleton, .animate-spin, .waiting, [aria-busy="true"]')).every(
    (waiting) => !waiting.checkVisibility(),
  ) &&
  !/Carregando|Atualizando\.\.\./.test(document.body.innerText) &&
  // The browser never loads a lazy image that is hidden, and one below the fold only when the person scrolls to it.
  Array.from(document.images).every(
    (image) =>
      image.complete || !image.checkVisibility() || image.getBoundingClientRect().top > innerHeight - 100,
  );

async function draw(context: BrowserContext, [name, signedIn, path, ready]: Screen, file: string) {
  if (!signedIn) await context.clearCookies();
  const page = await context.newPage();
  const answer = ANSWERS[name];
  if (answer) await page.route(/\/api\/marcas\?/, (route) => route.fulfill(answer));
  await page.goto(path);
  await ready(page);
  await page.evaluate(() => document.fonts.ready);
  await page.waitForFunction(isComplete);
  // The bar at the top shows a call only after 200 ms.
  await page.waitForTimeout(400);
  await page.waitForFunction(isComplete);
  const picture = await page.screenshot({ animations: 'disabled' });
  await sharp(picture).png({ palette: true, compressionLevel: 9 }).toFile(join(folder, file));
  await page.close();
}

/** Draws each screen in each width and theme, in a context that `signIn` has signed in. */
async function drawAll(
  screens: readonly Screen[],
  signIn: (context: BrowserContext) => Promise<unknown>,
): Promise<void> {
  for (const [width, height] of Object.entries(WIDTHS))
    for (const [tema, colorScheme] of Object.entries(THEMES))
      for (const screen of screens.filter(([name]) => isWanted(name))) {
        const context = await browser.newContext({
          baseURL: product.url,
          viewport: { width: Number(width), height },
          deviceScaleFactor: width === '390' ? 2 : 1,
          colorScheme,
          locale: 'pt-BR',
          timezoneId: 'America/Sao_Paulo',
          reducedMotion: 'reduce',
        });
        await signIn(context);
        await draw(context, screen, `${screen[0]}-${width}-${tema}.png`);
        await context.close();
      }
}

await mkdir(folder, { recursive: true });
const product = await startProduct(19_000);
// Hinting moves glyphs to whole pixels, which no screen of today does, and eats the spaces of small texts.
const args = [...launchOptions.args, '--font-render-hinting=none', '--disable-lcd-text'];
const browser = await chromium.launch({ ...launchOptions, args });
try {
  await seedDemo(product.postgres.url(product.database));
  await seedProdutos(product.url, product.url, DEMO);
  const signIn = (context: BrowserContext) =>
    context.request.post('/api/sessoes', { data: DEMO, headers: { origin: product.url } });
  await drawAll([...SCREENS, ...DAILY_WORK], signIn);
  // The contas take minutes to connect and to import.
  const contas = [...contaScreens({ waiting: '', done: '' }), ...INICIO];
  if (contas.some(([name]) => isWanted(name)))
    await drawAll(contaScreens(await connectContas(browser, product.url)), signIn);
  if (VENDAS.some(([name]) => isWanted(name))) await sellSome(browser, product);
  await drawAll(VENDAS, signIn);
  await drawAll(equipeScreens(await seedEquipe(product.postgres.url(product.database))), signIn);
  await drawAll(INICIO, signIn);
  await drawAll(ENROLMENT, signIn);
} finally {
  await browser.close();
  await product.stop();
}
process.exit(0);
