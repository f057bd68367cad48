import type { UnidadeDeAnuncio } from '@prumo/contract/anuncios.ts';
import { SEM_ESCOLHA } from '@prumo/contract/publicacao.ts';
import { expect, test } from 'vitest';
import { contaText, detailOf, footerText, motivoDe } from './anuncio-words.ts';

const unit = (values: Partial<UnidadeDeAnuncio> = {}): UnidadeDeAnuncio => ({
  ...{
    conta_id: 'c',
    anuncio_id: 'MLB1',
    variacao_id: '',
    titulo: 'Filtro',
    variacao: '',
    sku: 'F',
    estado: 'ativo',
  },
  ...{
    preco: '25.00',
    full: false,
    publicado: '5',
    aqui: '5',
    esperado: '5',
    cota: null,
    situacao: 'em_dia',
    motivo: null,
    desde: null,
    grupo: 0,
    divide: null,
  },
  ...values,
});
const differs = (values: Partial<UnidadeDeAnuncio>) => unit({ situacao: 'diferenca', ...values });

test.each<[string, UnidadeDeAnuncio, string | null]>([
  ['Em dia', unit(), null],
  ['Oferece 2 a mais', differs({ publicado: '7', motivo: 'oferece_a_mais' }), null],
  [
    'Oferece 1 a mais',
    differs({ publicado: '1', aqui: '-3', esperado: '0', motivo: 'oferece_a_mais' }),
    null,
  ],
  ['Oferece 4 a mais', differs({ publicado: '5', esperado: '1', motivo: 'oferece_a_mais' }), null],
  ['Oferece 3 a menos', differs({ publicado: '2', motivo: 'oferece_a_menos' }), null],
  ['Vendas ainda não lidas', differs({ publicado: '2', motivo: 'vendas_nao_lidas' }), 'corrige sozinho'],
  ['Pausado por você', differs({ publicado: '0', motivo: 'pausado_por_voce' }), null],
  ['Pausado pelo Mercado Livre', differs({ publicado: '0', motivo: 'pausado_pelo_marketplace' }), null],
  [
    'Cheio (Full)',
    unit({ full: true, situacao: 'nao_comparado', aqui: null, esperado: null }),
    'nada a fazer',
  ],
  ['Sem produto', unit({ situacao: 'nao_comparado', aqui: null, esperado: null }), null],
  ['Encerrado', unit({ situacao: 'nao_comparado', esperado: null, estado: 'encerrado' }), 'nada a fazer'],
])('%s', (texto, each, acao) => {
  expect(motivoDe(each, 'Mercado Livre')).toMatchObject({ texto, acao });
});

test('a unit names its variation, its state, its twins, and its conta if there are several', () => {
  const leitura = { situacao: 'nunca', lida_em: null, encontrados: 0, lidos: 0, aviso: null } as const;
  const conta = {
    marketplace: 'mercado-livre',
    ...{ apelido: 'LOJA', anuncios: 1, mais: false, leitura, mudancas: { total: 0, mais: false } },
  } as const;
  const one = new Map([['c', { ...conta, id: 'c' }]]);
  const two = new Map([...one, ['d', { ...conta, id: 'd' }]]);
  expect(detailOf(unit(), { unidades: [unit()] }, one)).toBe('');
  const black = unit({ variacao: 'Preto', estado: 'pausado' });
  expect(detailOf(black, { unidades: [black, unit({ grupo: 1 })] }, one)).toBe('Preto · pausado');
  expect(detailOf(unit(), { unidades: [unit(), unit()] }, two)).toBe('divide a quantidade · @LOJA');
});

test('a conta says how many anuncios it has, and how far its reading is', () => {
  const leitura = {
    situacao: 'lida',
    lida_em: '2026-11-19T12:00:00Z',
    encontrados: 642,
    lidos: 642,
    aviso: null,
  } as const;
  const conta = {
    id: 'c',
    marketplace: 'mercado-livre',
    apelido: 'LOJA',
    anuncios: 642,
    mais: false,
    mudancas: { total: 0, mais: false },
    leitura,
  } as const;
  const now = Date.parse('2026-11-19T12:12:00Z');
  expect(contaText(conta, now)).toBe('642 anúncios · lidos há 12 min');
  expect(contaText({ ...conta, leitura: { ...leitura, lida_em: null } }, now)).toBe(
    '642 anúncios · nunca lidos por inteiro',
  );
  expect(contaText({ ...conta, leitura: { ...leitura, situacao: 'lendo', lidos: 80 } }, now)).toBe(
    '80 de 642 anúncios lidos',
  );
});

test('the foot of the list counts anuncios and produtos', () => {
  const produto = {
    id: 'p',
    nome: 'Filtro',
    sku: 'F',
    foto: null,
    saldo: '5.00',
    reservado: '0.00',
    publicacao: SEM_ESCOLHA,
  };
  const bloco = { produto, miniatura: null, unidades: [unit(), unit()], mais: false };
  expect(footerText([bloco], false, false)).toBe('2 anúncios de 1 produto');
  expect(footerText([{ ...bloco, produto: null, unidades: [unit()] }], true, false)).toBe(
    '1 anúncio, os primeiros',
  );
});
