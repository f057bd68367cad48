import type { Page } from '@playwright/test';
import { aCep, aMissingCep } from '../apps/sandbox/src/consultas/ceps.ts';
import { aCnpj, aMissingCnpj } from '../apps/sandbox/src/consultas/empresas.ts';
import { anOperator, expect, test } from './fixtures.ts';
import { aConta, aSeller, card, connect, connectButton, PATH } from './integracoes-page.ts';
import {
  aDeposito,
  aFoto,
  aProduto,
  file,
  fillRequired,
  PRODUTOS,
  produtoDialog,
  references,
  saveProduto,
  tab,
} from './produtos-page.ts';
import { dialog, failConsultas, field, question } from './register-page.ts';
import { NOVA_SENHA, SENHA_ERRADA } from './secrets.ts';
import { errorsOf, expectFailure, expectSuccess } from './toasts.ts';

/** The messages of a register. A message that the specification does not name is missing. */
interface Catalogue {
  list: string;
  api: string;
  /** Fills in the required fields of a new record, whose name is `Primeira`. */
  fill: (page: Page) => Promise<void>;
  save: string;
  loadFailed?: string;
  saveFailed: string;
  created: string;
  updated?: string;
  removeFailed: string;
  removed: string;
}

const typed = (fields: Record<string, string>) => async (page: Page) => {
  for (const [label, value] of Object.entries(fields)) await field(page, label).fill(value);
};
const CPF = '52998224725';
const EMAIL = 'alguem@exemplo.com.br';

const REGISTERS: Record<string, Catalogue> = {
  marcas: {
    list: '/cadastros/marca',
    api: '/api/marcas',
    fill: typed({ 'Marca *': 'Primeira' }),
    save: 'Cadastrar',
    saveFailed: 'Erro ao salvar marca',
    created: 'Marca cadastrada com sucesso',
    updated: 'Marca atualizada com sucesso',
    removeFailed: 'Erro ao excluir marca',
    removed: 'Marca excluída com sucesso',
  },
  categorias: {
    list: '/cadastros/categoria',
    api: '/api/categorias',
    fill: typed({ 'Nome *': 'Primeira' }),
    save: 'Cadastrar',
    saveFailed: 'Erro ao salvar categoria',
    created: 'Categoria cadastrada com sucesso',
    updated: 'Categoria atualizada com sucesso',
    removeFailed: 'Erro ao excluir categoria',
    removed: 'Categoria excluída com sucesso',
  },
  clientes: {
    list: '/cadastros/clientes',
    api: '/api/clientes',
    fill: typed({
      ...{ Nome: 'Primeira', 'CPF/CNPJ': CPF, Email: EMAIL },
      ...{ Senha: NOVA_SENHA, 'Confirmar Senha': NOVA_SENHA },
    }),
    save: 'Salvar Cliente',
    loadFailed: 'Erro ao carregar clientes',
    saveFailed: 'Erro ao salvar cliente',
    created: 'Cliente cadastrado com sucesso',
    updated: 'Cliente atualizado com sucesso',
    removeFailed: 'Erro ao excluir cliente',
    removed: 'Cliente excluído com sucesso',
  },
  fornecedores: {
    list: '/cadastros/fornecedores',
    api: '/api/fornecedores',
    fill: typed({ Nome: 'Primeira', 'CPF/CNPJ': CPF, Email: EMAIL }),
    save: 'Cadastrar',
    loadFailed: 'Erro ao carregar fornecedores',
    saveFailed: 'Erro ao cadastrar fornecedor',
    created: 'Fornecedor cadastrado com sucesso!',
    removeFailed: 'Erro ao excluir fornecedor',
    removed: 'Fornecedor excluído com sucesso!',
  },
  vendedores: {
    list: '/cadastros/vendedores',
    api: '/api/vendedores',
    fill: typed({ 'Nome *': 'Primeira', 'CPF *': CPF, 'Email *': EMAIL }),
    save: 'Cadastrar',
    saveFailed: 'Erro ao cadastrar vendedor',
    created: 'Vendedor cadastrado com sucesso',
    removeFailed: 'Erro ao excluir vendedor',
    removed: 'Vendedor excluído com sucesso',
  },
  depositos: {
    list: '/configuracao/deposito',
    api: '/api/depositos',
    fill: typed({ 'Nome *': 'Primeira' }),
    save: 'Cadastrar',
    loadFailed: 'Não foi possível carregar os depósitos.',
    saveFailed: 'Não foi possível salvar o depósito. Tente novamente.',
    created: 'Depósito cadastrado com sucesso!',
    updated: 'Depósito atualizado com sucesso!',
    removeFailed: 'Não foi possível excluir o depósito.',
    removed: 'Depósito excluído com sucesso!',
  },
  produtos: {
    list: '/catalogo/produtos',
    api: '/api/produtos',
    fill: (page) => fillRequired(page, { nome: 'Primeira' }),
    save: 'Cadastrar',
    loadFailed: 'Erro ao carregar produtos',
    saveFailed: 'Erro ao cadastrar produto',
    created: 'Produto cadastrado com sucesso!',
    updated: 'Produto atualizado com sucesso!',
    removeFailed: 'Erro ao excluir produto',
    removed: 'Produto excluído com sucesso!',
  },
};

/**
 * Refuses requests of this kind, without a message, while `act` runs. The page must show and log `text` once.
 */
async function refused(
  page: Page,
  { api, method, text }: { api: string; method: string; text: string },
  act: () => Promise<void>,
): Promise<void> {
  const logged = errorsOf(page);
  const url = new RegExp(`${api}(/[^/?]+)?(\\?|$)`);
  await page.route(url, (route) =>
    // A 400 is permanent, so the page does not retry a read.
    route.request().method() === method ? route.fulfill({ status: 400, json: {} }) : route.fallback(),
  );
  await act();
  await expectFailure(page, 'Erro', text);
  expect(logged.filter((line) => line.startsWith(`Erro ${text}`))).toHaveLength(1);
  await page.unroute(url);
}

/** Refuses requests of this kind without a word, until the returned function is called. */
async function refuse(page: Page, url: string | RegExp, method: string): Promise<() => Promise<void>> {
  await page.route(url, (route) =>
    route.request().method() === method ? route.fulfill({ status: 400, json: {} }) : route.fallback(),
  );
  return () => page.unroute(url);
}

/** Expects failures with exactly this title, each shown as a toast and logged once. */
function failures(page: Page) {
  const logged = errorsOf(page);
  return async (title: string, text?: string) => {
    await expectFailure(page, title, text);
    const line = title === 'Erro' ? `Erro ${text}` : title;
    expect(
      logged.filter((each) => each.startsWith(line)),
      line,
    ).toHaveLength(1);
  };
}

for (const [noun, words] of Object.entries(REGISTERS))
  test(`[NAV-22] [NAV-23] every message about ${noun} is a toast, and every failure is logged`, async ({
    page,
    operator,
    expectErrors,
  }) => {
    expect(operator.userId).toBeTruthy();
    expectErrors(/400|Erro|Não foi possível|A leitura falhou/);
    const { list, api } = words;
    const confirm = async () => {
      await page.getByRole('button', { name: 'Excluir Primeira' }).click();
      await question(page).getByRole('button', { name: 'Excluir' }).click();
    };
    if (noun === 'produtos') await references(page);
    if (words.loadFailed)
      await refused(page, { api, method: 'GET', text: words.loadFailed }, async () => {
        await page.goto(list);
      });
    await page.goto(`${list}?abrir=novo`);
    await words.fill(page);
    const save = dialog(page).getByRole('button', { name: words.save });
    await refused(page, { api, method: 'POST', text: words.saveFailed }, () => save.click());
    await save.click();
    await expectSuccess(page, words.created);
    if (words.updated) {
      await page.getByRole('button', { name: 'Editar Primeira' }).click();
      if (noun === 'clientes') await words.fill(page);
      await dialog(page)
        .getByRole('button', { name: /^(Atualizar|Salvar Cliente)$/ })
        .click();
      await expectSuccess(page, words.updated);
    }
    await refused(page, { api, method: 'DELETE', text: words.removeFailed }, confirm);
    await confirm();
    await expectSuccess(page, words.removed);
  });

test('[NAV-22] [NAV-23] every message about signing in and the profile is a toast, and every failure is logged', async ({
  page,
  expectErrors,
}) => {
  expectErrors(/Failed to load resource|Erro/);
  const logged = errorsOf(page);
  const { email, senha } = await anOperator();
  const fail = failures(page);

  await page.goto('/auth/cadastro');
  await page.getByLabel('Nome completo').fill('Ana Souza');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(NOVA_SENHA);
  await page.getByLabel('Confirmar senha').fill(NOVA_SENHA);
  await page.getByRole('button', { name: 'Criar conta' }).click();
  await fail('Erro ao criar conta', 'Este email já está cadastrado');
  await page.getByLabel('Email').fill(`outro.${email}`);
  await page.getByRole('button', { name: 'Criar conta' }).click();
  await expectSuccess(page, 'Conta criada com sucesso!', 'Verifique seu email para confirmar sua conta.');

  await refuse(page, '**/api/google/entrada', 'POST');
  await page.getByRole('button', { name: 'Continuar com Google' }).click();
  await fail('Erro ao fazer login com Google');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(SENHA_ERRADA);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expectFailure(page, 'Erro ao fazer login', 'Email ou senha incorretos');
  expect(logged.filter((line) => line.startsWith('Erro ao fazer login Email ou senha'))).toHaveLength(1);
  await page.getByLabel('Senha', { exact: true }).fill(senha);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expectSuccess(page, 'Login realizado com sucesso!', 'Bem-vindo de volta!');

  await page.goto('/perfil');
  const google = page.getByRole('switch', { name: 'Autenticação com Google' });
  await refuse(page, '**/api/perfil/preferencias', 'PUT');
  await google.click();
  await fail('Erro ao atualizar', 'Não foi possível atualizar suas configurações.');
  await page.unroute('**/api/perfil/preferencias');
  await google.click();
  await expectSuccess(page, 'Configuração atualizada', 'Suas preferências foram salvas com sucesso.');
  await refuse(page, '**/api/sessoes/atual', 'DELETE');
  await page.getByRole('button', { name: 'Sair', exact: true }).click();
  await fail('Erro ao fazer logout');
  await page.unroute('**/api/sessoes/atual');
  await page.getByRole('button', { name: 'Sair', exact: true }).click();
  await expectSuccess(page, 'Logout realizado', 'Até breve!');
});

test('[NAV-22] [NAV-23] every message about lookups is a toast, and every failure is logged', async ({
  page,
  operator,
  expectErrors,
}) => {
  expect(operator.userId).toBeTruthy();
  expectErrors(/404|502|CEP|CNPJ/);
  const fail = failures(page);
  await page.goto('/cadastros/clientes?abrir=novo');
  await field(page, 'CEP').fill(aMissingCep(4301));
  await fail('CEP não encontrado', 'Verifique o CEP digitado');
  const silentCep = aCep(4302);
  await failConsultas(page, 'cep', silentCep);
  await field(page, 'CEP').fill(silentCep);
  await fail('Erro ao buscar CEP');
  await field(page, 'CEP').fill('80010000');
  await expectSuccess(page, 'CEP encontrado', 'Endereço preenchido automaticamente');

  await page.goto('/cadastros/clientes?abrir=novo');
  await field(page, 'CPF/CNPJ').fill(aMissingCnpj(4303));
  await fail('CNPJ não encontrado', 'Verifique o CNPJ digitado');
  const silentCnpj = aCnpj(4304);
  await failConsultas(page, 'cnpj', silentCnpj);
  await field(page, 'CPF/CNPJ').fill(silentCnpj);
  await fail('Erro ao buscar dados do CNPJ');
  await field(page, 'CPF/CNPJ').fill('19131243000197');
  await expectSuccess(page, 'CNPJ encontrado', 'Dados preenchidos automaticamente');
});

test('[NAV-22] [NAV-23] every message about the parts of a produto is a toast, and every failure is logged', async ({
  page,
  operator,
  expectErrors,
}) => {
  expect(operator.userId).toBeTruthy();
  expectErrors(/400|Erro|A leitura falhou/);
  const fail = failures(page);
  const fotos = [await aFoto(page, '#335577')];
  const { id } = await aProduto(page, await references(page), { fotos });

  await page.goto(PRODUTOS);
  const readAgain = await refuse(page, `**/api/produtos/${id}/estoque`, 'GET');
  await page.getByRole('button', { name: 'Ver estoque de Pastilha de freio' }).click();
  await fail('Erro', 'Erro ao carregar estoque');
  await readAgain();
  const offerAgain = await refuse(page, /\/api\/marcas\?/, 'GET');
  await page.goto(`${PRODUTOS}?abrir=${id}`);
  await fail('Erro', 'Erro ao carregar dados');
  await offerAgain();

  await tab(page, 'Fotos').click();
  const chooser = produtoDialog(page).getByLabel('Arquivos de fotos');
  const uploadAgain = await refuse(page, '**/api/arquivos/fotos', 'POST');
  await chooser.setInputFiles([await file('recusada.png', '#884422')]);
  await fail('Erro', 'Erro ao enviar fotos');
  await uploadAgain();
  await produtoDialog(page).getByRole('button', { name: 'Remover foto 2', exact: true }).click();
  await chooser.setInputFiles([await file('aceita.png', '#226644')]);
  await expectSuccess(page, 'Fotos enviadas com sucesso!');
  const remove = produtoDialog(page).getByRole('button', { name: 'Remover foto 1', exact: true });
  const removeAgain = await refuse(page, '**/api/arquivos/fotos/*', 'DELETE');
  await remove.click();
  await fail('Erro', 'Erro ao remover foto');
  await removeAgain();
  await remove.click();
  await expectSuccess(page, 'Foto removida com sucesso!');
  await refuse(page, `**/api/produtos/${id}`, 'PUT');
  await saveProduto(page).click();
  await fail('Erro', 'Erro ao atualizar produto');
});

test('a list that fails again after a change of another person causes no second toast', async ({
  page,
  operator,
  expectErrors,
}) => {
  expect(operator.userId).toBeTruthy();
  expectErrors(/400|Erro|A leitura falhou/);
  const logged = errorsOf(page);
  const notices = () => logged.filter((line) => line.startsWith('Erro ')).length;
  await page.route(/\/api\/depositos\?/, (route) => route.fulfill({ status: 400, json: {} }));
  await page.goto('/configuracao/deposito');
  const failure = page.getByRole('main').getByRole('alert');
  await expect(failure).toBeVisible();
  await expect.poll(notices).toBe(1);
  const again = page.waitForResponse(/\/api\/depositos\?/);
  await aDeposito(page, 'Bosque');
  await again;
  await expect(failure).toBeVisible();
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect.poll(notices).toBe(2);
});

test('[NAV-22] [NAV-23] every message about marketplaces is a toast, and every failure is logged', async ({
  page,
  operator,
  expectErrors,
}) => {
  expectErrors(/400|422|Erro|A leitura falhou/);
  const fail = failures(page);
  const id = await aConta(operator, { nickname: 'LOJA1' });
  await page.goto(`${PATH}?code=TG-000000000000000000000000-1&state=qualquer`);
  await fail('Erro ao conectar com Mercado Livre');
  const configureAgain = await refuse(page, '**/api/marketplaces/*/configuracao', 'GET');
  await connectButton(page).click();
  await fail('Erro ao iniciar conexão');
  await configureAgain();
  const disconnect = async (nickname: string) => {
    await card(page, nickname).getByRole('button', { name: 'Desconectar' }).click();
    await question(page).getByRole('button', { name: 'Desconectar' }).click();
  };
  const disconnectAgain = await refuse(page, `**/api/contas/${id}`, 'DELETE');
  await disconnect('LOJA1');
  await fail('Erro ao desconectar');
  await disconnectAgain();
  await disconnect('LOJA1');
  await expectSuccess(page, 'Conta @LOJA1 desconectada');

  await page.goto('/configuracao/mercado-livre/1');
  await fail('Erro ao carregar conta');
  const seller = await aSeller(page);
  await connect(page, seller);
  await expectSuccess(page, `Conectado ao Mercado Livre como @${seller.nickname}!`);
  await card(page, seller.nickname).getByRole('button', { name: 'Configurar' }).click();
  await refuse(page, '**/api/analises', 'POST');
  await page.getByRole('button', { name: 'Carregar Análises' }).click();
  await fail('Erro ao carregar análises');
});
