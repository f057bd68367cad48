import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { apiHeaders, expect, hold, sql, test } from './fixtures.ts';
import { card, connect, type Seller } from './integracoes-page.ts';
import { aDeposito, aProduto, references } from './produtos-page.ts';
import { question } from './register-page.ts';
import { PORT } from './setup.ts';
import { expectSound } from './sound.ts';

const SANDBOX = `http://127.0.0.1:${PORT + 5}`;
/**
 * A long timeout, because the worker runs the imports of all tests at the rate that the marketplace allows.
 */
const WORKED = { timeout: 60_000 };

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { name });
/** The row of the table, or the card on a narrow screen. */
const anuncio = (page: Page, text: string) =>
  page.getByRole('row').or(page.getByRole('listitem')).filter({ hasText: text });

/** Opens the import tab of a conta whose seller sells parts, each anuncio with one photo. */
async function openTab(page: Page, anuncios: number): Promise<Seller> {
  const id = randomInt(5_000_000_000, 9_000_000_000);
  const seller = { id, nickname: `LOJA${id}` };
  const made = await page.request.post(`${SANDBOX}/_mercado-livre/vendedores`, {
    data: {
      id,
      apelido: seller.nickname,
      semente: 50,
      anuncios,
      vendas: 0,
      recursos: ['so_pecas'],
      fotos: 1,
    },
  });
  expect(made.status()).toBe(201);
  await connect(page, seller);
  await card(page, seller.nickname).getByRole('button', { name: 'Configurar' }).click();
  await page.getByRole('tab', { name: 'Importação de Anúncios' }).click();
  await expect(button(page, 'Buscar anúncios')).toBeVisible();
  return seller;
}

async function fail(page: Page, kind: string, rota: string, vezes = 1): Promise<void> {
  const response = await page.request.post(`${SANDBOX}/_falhas`, {
    data: { 'mercado-livre': kind, rota, vezes },
  });
  expect(response.status()).toBe(204);
}

interface Proposed {
  anuncio_id: string;
  titulo: string;
  sku: string;
  sku_proprio: boolean;
}

/** The anuncios of the preview, all on one page. */
async function proposed(page: Page, grupo = 'todos'): Promise<Proposed[]> {
  const contaId = new URL(page.url()).pathname.split('/').at(-1);
  const listed = await page.request.get(`/api/importacoes?conta_id=${contaId}`, { headers: apiHeaders });
  const [{ id }] = (await listed.json()).itens;
  const answer = await page.request.get(`/api/importacoes/${id}/anuncios?grupo=${grupo}`);
  return (await answer.json()).itens;
}

async function choose(page: Page, label: string, nome: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).fill(nome);
  await page.getByRole('option', { name: nome, exact: true }).click();
}

const produtosOf = async (empresaId: string) => {
  const [row] = await sql(
    'select count(*)::int as n, max(versao)::int as versao from produtos where empresa_id = $1',
    [empresaId],
  );
  return row;
};

test.describe('the import of anuncios', () => {
  test.beforeEach(({ operator }) => {
    expect(operator.userId).toBeTruthy();
  });

  test('[CONT-19] shows its plan, links by SKU, pauses and resumes, and creates produtos with photos', async ({
    page,
    operator,
  }) => {
    const { id: sellerId } = await openTab(page, 50);
    await expect(page.getByText('Funcionalidade de importação em desenvolvimento')).toHaveCount(0);
    await expectSound(page);

    // The test needs the first search only to learn a SKU. Cancelling it leaves no importacao behind.
    await button(page, 'Buscar anúncios').click();
    await expect(heading(page, 'Prévia da importação')).toBeVisible(WORKED);
    const all = await proposed(page, 'criar');
    const known = all.find(({ sku_proprio }) => sku_proprio);
    // Chooses anuncios without variations, because variations share the id of their anuncio.
    const [bare, other] = all.filter(({ sku, anuncio_id }) => sku === anuncio_id).slice(-2);
    if (!known || !bare || !other) throw new Error('the seller needs an anuncio with a SKU and two without');
    await button(page, 'Cancelar importação').click();
    await question(page).getByRole('button', { name: 'Encerrar importação' }).click();
    await expect(button(page, 'Buscar anúncios')).toBeVisible();
    const refs = await references(page);
    await aProduto(page, refs, { nome: 'O que já tenho', sku: known.sku });
    await aProduto(page, refs, { nome: 'Talvez o mesmo', sku: bare.sku });
    await aProduto(page, refs, { nome: 'Talvez também', sku: other.sku });
    await aDeposito(page, 'Loja Centro');
    await aDeposito(page, 'Galpão');

    await page.getByRole('checkbox', { name: 'Pausados' }).check();
    await button(page, 'Buscar anúncios').click();
    await expect(heading(page, 'Prévia da importação')).toBeVisible(WORKED);
    await expect(page.getByText(/^Serão criados \d+ produtos/)).toContainText('Nada é salvo ainda.');
    await page.getByRole('button', { name: /^Ligar \d/ }).click();
    const linked = anuncio(page, known.anuncio_id);
    await expect(linked).toContainText('Mesmo SKU: certeza alta');
    await expect(linked).toContainText('Preenche o que está vazio:');
    await expect(linked.getByRole('link', { name: 'O que já tenho' })).toBeVisible();
    await expectSound(page);

    // The person can also confirm an uncertain match in the list of all anuncios, where it keeps its
    // position.
    await page.getByRole('button', { name: /^Todos \d/ }).click();
    const doubtful = anuncio(page, bare.anuncio_id);
    await doubtful.getByRole('button', { name: /^É o mesmo produto/ }).click();
    await expect(doubtful.getByRole('button')).toHaveCount(1);
    await expect(doubtful.getByRole('button')).toHaveAccessibleName(/^Ações de/);
    await expect(doubtful.getByRole('link', { name: 'Talvez o mesmo' })).toBeVisible();
    await page.getByRole('button', { name: /^Conferir [1-9]/ }).click();
    await button(page, 'Ligar todos').click();
    await expect(button(page, 'Conferir 0')).toBeVisible();
    await expect(button(page, 'Ligar todos')).toHaveCount(0);
    await expect(page.locator('body')).not.toBeFocused();

    // The person finds one anuncio by its id and ignores it.
    await page.getByRole('button', { name: /^Criar \d/ }).click();
    const [left] = await proposed(page, 'criar');
    if (!left) throw new Error('no anuncio is left to create');
    await page.getByRole('searchbox', { name: 'Buscar anúncios...' }).fill(left.sku);
    await anuncio(page, left.anuncio_id)
      .getByRole('button', { name: /^Ações de/ })
      .click();
    // The person opens the other list before the server has stored the decision.
    const release = await hold(page, /\/importacoes\/[^/]+\/anuncios$/);
    await page.getByRole('menuitem', { name: 'Ignorar' }).click();
    await page.getByRole('button', { name: /^Ignorar \d/ }).click();
    await expect(page.getByText('Nenhum anúncio neste grupo')).toBeVisible();
    release();
    await expect(anuncio(page, left.anuncio_id)).toBeVisible();

    await button(page, 'Continuar').click();
    await expect(heading(page, 'Para onde vão os produtos')).toBeVisible();
    await button(page, 'Importar').click();
    await expect(page.getByText('Escolha o depósito que recebe o estoque')).toBeVisible();
    await choose(page, 'Depósito', 'Galpão');
    // The field has the only fornecedor preselected.
    await expect(page.getByRole('combobox', { name: 'Fornecedor', exact: true })).toHaveValue(
      'Distribuidora Sul',
    );
    // The form keeps the choice when the person returns to the anuncios.
    await button(page, 'Voltar').click();
    await button(page, 'Continuar').click();
    await expect(page.getByRole('combobox', { name: 'Depósito', exact: true })).toHaveValue('Galpão');

    await fail(page, 'lento', `GET /fotos ${sellerId}`, 8);
    await button(page, 'Importar').click();
    await expect(page.getByRole('progressbar', { name: 'Produtos' })).toHaveJSProperty('value', 1, WORKED);
    await button(page, 'Pausar').click();
    await expect(heading(page, 'Importação parada')).toBeVisible();
    await expect(button(page, 'Retomar')).toBeFocused();
    await expectSound(page);
    await page.reload();
    await button(page, 'Retomar').click();
    await expect(heading(page, 'Importação concluída')).toBeVisible(WORKED);

    const [stock] = await sql(
      `select count(distinct d.nome)::int as n, min(d.nome) as nome from produto_deposito s
       join depositos d on d.empresa_id = s.empresa_id and d.id = s.deposito_id where s.empresa_id = $1`,
      [operator.empresaId],
    );
    expect(stock).toEqual({ n: 1, nome: 'Galpão' });
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Baixar resultado' }).click();
    const csv = await readFile(await (await download).path(), 'utf8');
    expect(csv).toContain(known.anuncio_id);
    expect(csv).toContain('Você escolheu deixar este anúncio de fora.');

    const outcome = page.getByRole('region', { name: 'Resultado da importação' });
    const created = Number(await outcome.getByRole('definition').first().innerText());
    await page.getByRole('link', { name: 'Ver produtos' }).click();
    await expect(heading(page, 'Produtos')).toBeVisible();
    await expect(page.getByRole('img', { name: /^Foto de / }).first()).toBeVisible();

    // One click picks what this importacao created, for the bulk work.
    await page.goBack();
    await page.getByRole('link', { name: `Selecionar os ${created} produtos criados`, exact: true }).click();
    const bar = page.getByRole('toolbar', { name: 'Selecionados' });
    await expect(bar).toContainText(`${created} selecionados`);
    await expect(page.getByRole('region', { name: 'Filtros ativos' })).toContainText(
      /Importação de \d\d\/\d\d/,
    );
    await expect(page.getByRole('cell', { name: 'O que já tenho' })).toHaveCount(0);
    await expect(page).not.toHaveURL(/selecao/);
    await bar.getByRole('button', { name: 'Alterar preço' }).click();
    await expect(page.getByRole('dialog')).toContainText(`${created} produtos`);
    await expectSound(page);
  });

  test('Back in the second step returns to the first with the choices, and a reload stays in the second', async ({
    page,
  }) => {
    await references(page);
    await aDeposito(page, 'Loja Centro');
    await aDeposito(page, 'Galpão');
    await openTab(page, 12);
    await button(page, 'Buscar anúncios').click();
    await expect(heading(page, 'Prévia da importação')).toBeVisible(WORKED);
    const first = page.url();
    await button(page, 'Continuar').click();
    await choose(page, 'Depósito', 'Galpão');
    await page.goBack();
    await expect(heading(page, 'Prévia da importação')).toBeVisible();
    await expect(page).toHaveURL(first);
    await button(page, 'Continuar').click();
    await expect(page.getByRole('combobox', { name: 'Depósito', exact: true })).toHaveValue('Galpão');
    await page.reload();
    await expect(heading(page, 'Para onde vão os produtos')).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Depósito', exact: true })).toHaveValue('Galpão');
    await button(page, 'Voltar').click();
    await expect(heading(page, 'Prévia da importação')).toBeVisible();
    await expect(page).toHaveURL(first);
    await button(page, 'Continuar').click();
    await button(page, 'Importar').click();
    await expect(heading(page, 'Importação concluída')).toBeVisible(WORKED);
    await expect(page).toHaveURL(first);
  });

  test('resumes after an interruption on a narrow screen, and changes nothing the second time', async ({
    page,
    operator,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await references(page);
    const { id: sellerId } = await openTab(page, 12);
    await fail(page, '403', `GET /items/bulk ${sellerId}`);
    await button(page, 'Buscar anúncios').click();
    await expect(heading(page, 'Busca parada')).toBeVisible(WORKED);
    await expect(page.locator('body')).not.toBeFocused();
    await expect(page.getByRole('alert')).toContainText('Libere a permissão');
    await expectSound(page);
    await button(page, 'Retomar').click();
    await expect(heading(page, 'Prévia da importação')).toBeVisible(WORKED);
    await expect(page.getByRole('table')).toHaveCount(0);
    await expectSound(page);
    await button(page, 'Continuar').click();
    await page.getByRole('combobox', { name: 'Depósito', exact: true }).fill('Loja nova');
    await page.getByRole('option', { name: 'Cadastrar “Loja nova”' }).click();
    await expect(page.getByRole('combobox', { name: 'Depósito', exact: true })).toHaveValue('Loja nova');
    await expectSound(page);
    await button(page, 'Importar').click();
    await expect(heading(page, 'Importação concluída')).toBeVisible(WORKED);
    await expectSound(page);
    const before = await produtosOf(operator.empresaId);

    await button(page, 'Nova importação').click();
    await expect(heading(page, 'Importações anteriores')).toBeVisible();
    await button(page, 'Buscar anúncios').click();
    await expect(heading(page, 'Prévia da importação')).toBeVisible(WORKED);
    await button(page, 'Continuar').click();
    // The deposito of the last import is preselected.
    await expect(page.getByRole('combobox', { name: 'Depósito', exact: true })).toHaveValue('Loja nova');
    await button(page, 'Importar').click();
    await expect(page.getByText(/^Nada mudou desde a última importação/)).toBeVisible(WORKED);
    expect(await produtosOf(operator.empresaId)).toEqual(before);
  });
});
