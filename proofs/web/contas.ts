import type { Page } from '@playwright/test';
import type { Conta } from '../../packages/contract/src/contas.ts';
import type { Importacao } from '../../packages/contract/src/importacoes.ts';
import type {
  AnuncioProposto,
  CategoriaDeAnuncio,
} from '../../packages/contract/src/importacoes-anuncios.ts';
import type { State } from './states.ts';

// The screens of a conta show data from a marketplace. This file answers their requests with fixed data.
const ID = '01980000-0000-7000-8000-000000000001';
const AT = '2026-11-15T15:00:00-03:00';

const conta: Conta = {
  id: ID,
  marketplace: 'mercado-livre',
  user_id: ID,
  active: true,
  nickname: 'AUTOPECASDOZE',
  user_ml_id: '1001000050',
  situacao: 'ativa',
  created_at: AT,
  updated_at: AT,
};

const prepared: Importacao = {
  id: ID,
  conta_id: ID,
  situacao: 'pronta',
  estados: ['ativos'],
  contagem: {
    anuncios: 60,
    lidos: 60,
    itens: 66,
    criar: 50,
    ligar: 8,
    conferir: 0,
    ignorar: 3,
    recusados: 5,
    feitos: 0,
    criados: 0,
    ligados: 0,
    atualizados: 0,
    iguais: 0,
    full: 4,
    fotos: 0,
    fotos_feitas: 0,
    fotos_recusadas: 0,
  },
  deposito_id: null,
  deposito_nome: null,
  fornecedor_id: null,
  fornecedor_nome: null,
  estoque_full: false,
  aviso: null,
  created_at: AT,
  iniciada_em: null,
  concluida_em: null,
};
const { contagem } = prepared;
const toCheck = { ...prepared, contagem: { ...contagem, conferir: 2 } };
const begun: Importacao = {
  ...prepared,
  situacao: 'importando',
  iniciada_em: AT,
  aviso: 'O Mercado Livre não está respondendo. A importação continua sozinha.',
  contagem: { ...contagem, criar: 20, feitos: 38, criados: 30, ligados: 8, fotos: 90, fotos_feitas: 12 },
};
const done: Importacao = {
  ...begun,
  situacao: 'concluida',
  aviso: null,
  concluida_em: AT,
  contagem: { ...begun.contagem, criar: 0, ligar: 0, feitos: 58, fotos_feitas: 88, fotos_recusadas: 2 },
};

const created: AnuncioProposto = {
  anuncio_id: 'MLB4100000001',
  variacao_id: '77',
  titulo: 'Pastilha de freio dianteira Bosch Gol G5 G6 Voyage Saveiro 1.0 1.6',
  variacao: 'Preto / G',
  estado: 'pausado',
  miniatura: null,
  sku: 'MLB4100000001-77',
  sku_proprio: false,
  marca: 'Bosch',
  codigos: [],
  preco: '189.90',
  quantidade: '1240.00',
  full: true,
  fotos: 3,
  acao: 'criar',
  produto: null,
  confianca: null,
  por: null,
  conferido: false,
  preenche: [],
  resultado: 'pendente',
  motivo: null,
};
const linked: AnuncioProposto = {
  ...created,
  anuncio_id: 'MLB4100000002',
  acao: 'ligar',
  produto: { id: ID, nome: 'Pastilha de freio dianteira', sku: 'FRE-01' },
  confianca: 'media',
  por: 'codigo',
  preenche: ['cod_referencia', 'fotos'],
};
const ignored: AnuncioProposto = { ...created, anuncio_id: 'MLB4100000003', acao: 'ignorar' };
const refused: AnuncioProposto = {
  ...created,
  anuncio_id: 'MLB4100000004',
  resultado: 'recusado',
  motivo: 'O anúncio não tem preço em reais. Corrija o preço no Mercado Livre e importe de novo.',
};
const itens = [created, linked, ignored, refused, { ...linked, anuncio_id: 'MLB5', resultado: 'ligado' }];

const categoria: CategoriaDeAnuncio = {
  categoria_ml_id: 'MLB1',
  nome: 'Pastilhas de freio',
  caminho: 'Acessórios para Veículos > Peças de Carros e Caminhonetes > Freios',
  anuncios: 40,
  categoria_id: null,
  categoria_nome: null,
};

async function tell(page: Page, importacoes: readonly Importacao[]): Promise<void> {
  await page.route(/\/api\/contas$/, (route) => route.fulfill({ json: { itens: [conta] } }));
  await page.route(/\/api\/contas\/[\w-]+$/, (route) => route.fulfill({ json: conta }));
  await page.route(/\/api\/importacoes/, (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname.endsWith('/anuncios'))
      return route.fulfill({ json: { itens, de: 1, anterior: null, proximo: null, total: itens.length } });
    if (pathname.endsWith('/categorias')) return route.fulfill({ json: { itens: [categoria] } });
    return route.fulfill({
      json: pathname === '/api/importacoes' ? { itens: importacoes } : importacoes[0],
    });
  });
}

const importing = (
  name: string,
  importacoes: readonly Importacao[],
  ready: (page: Page) => Promise<unknown>,
): State => ({
  name: `importing anuncios, ${name}`,
  reach: async (page) => {
    await tell(page, importacoes);
    await page.goto(`/configuracao/mercado-livre/${ID}?aba=importacao`);
    await ready(page);
  },
});

const says = (text: string) => (page: Page) => page.getByText(text).first().waitFor();

export const CONTA_STATES: readonly State[] = [
  {
    name: 'integracoes with a conta',
    reach: async (page) => {
      await tell(page, []);
      await page.goto('/configuracao/integracoes');
      await page.getByText('@AUTOPECASDOZE').waitFor();
    },
  },
  {
    name: 'a conta',
    reach: async (page) => {
      await tell(page, []);
      await page.goto(`/configuracao/mercado-livre/${ID}`);
      await page.getByRole('button', { name: 'Carregar Análises' }).waitFor();
    },
  },
  importing('before', [], (page) => page.getByRole('button', { name: 'Buscar anúncios' }).waitFor()),
  importing('reading', [{ ...prepared, situacao: 'lendo' }], says('Anúncios lidos')),
  importing('the preview', [prepared, done], says('MLB4100000004')),
  importing('to be checked', [toCheck], says('É o mesmo')),
  importing('the actions of one', [prepared], async (page) => {
    await page
      .getByRole('button', { name: /^Ações de/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Ligar a outro produto' }).click();
    await page.getByText('Busque por nome').waitFor();
  }),
  importing('the choices', [prepared], async (page) => {
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.getByText('Pastilhas de freio').first().waitFor();
    await page.getByRole('button', { name: 'Importar', exact: true }).click();
    await page.locator('[aria-invalid="true"]').first().waitFor();
  }),
  importing('under way', [begun], says('Importando os anúncios')),
  importing('giving it up', [{ ...begun, situacao: 'pausada' }], async (page) => {
    await page.getByRole('button', { name: 'Cancelar importação' }).click();
    await page.getByRole('alertdialog').waitFor();
  }),
  importing('the result', [done], says('MLB4100000004')),
];
