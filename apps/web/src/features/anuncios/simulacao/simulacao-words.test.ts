import type { MudancaSimulada, Publicacao, SimulacaoDeEnvio } from '@prumo/contract/publicacao.ts';
import { expect, test } from 'vitest';
import { avisoOf, mudaText, porqueOf, subtitleOf, titleOf, todas, verText } from './simulacao-words.ts';

interface Given {
  saldo?: string;
  reservado?: string;
  aqui: string;
  enviaria: string;
  publicacao?: Publicacao;
  cota?: number | null;
}

const mudanca = ({
  saldo = '0.00',
  reservado = '0.00',
  aqui,
  enviaria,
  cota = null,
  ...rest
}: Given): MudancaSimulada => ({
  ...{ anuncio_id: 'MLB1', variacao_id: '', titulo: 'Disco', variacao: '', tipo: 'diminui' },
  produto: {
    ...{ id: 'p', nome: 'Disco', sku: 'D', foto: null, saldo, reservado },
    publicacao: rest.publicacao ?? { modo: 'compartilhado', retidas: 0 },
  },
  ...{ aqui, publicado: '9', enviaria, cota },
});

const COTAS: Publicacao = { modo: 'cotas', retidas: 1 };

test.each<[string, Given]>([
  ['Sem disponível: 7 reservados', { saldo: '7.00', reservado: '7.00', aqui: '0', enviaria: '0' }],
  ['Sem disponível: 1 reservado', { saldo: '0.00', reservado: '1.00', aqui: '-1', enviaria: '0' }],
  [
    'Sem disponível nos depósitos de onde saem as vendas',
    { saldo: '9.00', reservado: '7.00', aqui: '0', enviaria: '0' },
  ],
  ['Sem saldo', { aqui: '0', enviaria: '0' }],
  ['Sem saldo nos depósitos de onde saem as vendas', { saldo: '4.00', aqui: '0', enviaria: '0' }],
  [
    'Cotas: parte de 4 disponíveis, colchão 1',
    { saldo: '4.00', aqui: '4', enviaria: '3', publicacao: COTAS },
  ],
  [
    'Cotas: cota 0 de 8 disponíveis, colchão 1',
    { saldo: '8.00', aqui: '8', cota: 0, enviaria: '0', publicacao: COTAS },
  ],
  ['Cotas: parte de 1 disponível, colchão 1', { saldo: '1.00', aqui: '1', enviaria: '0', publicacao: COTAS }],
  [
    'Com segurança: 136 disponíveis, folga 10',
    {
      saldo: '148.00',
      reservado: '12.00',
      aqui: '136',
      enviaria: '126',
      publicacao: { modo: 'com_seguranca', retidas: 10 },
    },
  ],
  ['Disponível 5: saldo 9, reservado 4', { saldo: '9.00', reservado: '4.00', aqui: '5', enviaria: '5' }],
  ['Disponível 5: saldo 9,5, reservado 4', { saldo: '9.50', reservado: '4.00', aqui: '5', enviaria: '5' }],
  ['Disponível 3 nos depósitos de onde saem as vendas', { saldo: '9.00', aqui: '3', enviaria: '3' }],
])('%s', (words, given) => {
  expect(porqueOf(mudanca(given))).toBe(words);
});

test('a change has a sign, and minus is U+2212', () => {
  expect(mudaText(mudanca({ aqui: '3', enviaria: '3' }))).toBe('−6');
  expect(mudaText(mudanca({ aqui: '148', enviaria: '148' }))).toBe('+139');
});

test('the button and the title count the changes', () => {
  expect(verText({ total: 1, mais: false })).toBe('Ver a mudança');
  expect(verText({ total: 312, mais: false })).toBe('Ver as 312 mudanças');
  expect(verText({ total: 2000, mais: true })).toBe('Ver mais de 2.000 mudanças');
  expect(titleOf({ total: 0, mais: false })).toBe('Eu não enviaria nada');
  expect(titleOf({ total: 1, mais: false })).toBe('Eu enviaria esta mudança');
  expect(titleOf({ total: 312, mais: false })).toBe('Eu enviaria estas 312 mudanças');
  expect(titleOf({ total: 2000, mais: true })).toBe('Eu enviaria mais de 2.000 mudanças');
});

const tipos = (zera: number, mais = false): SimulacaoDeEnvio['tipos'] => [
  { tipo: 'zera', total: zera, mais },
  { tipo: 'diminui', total: 204, mais: false },
  { tipo: 'aumenta', total: 96, mais: false },
];

test('all changes are those of every kind', () => {
  expect(todas(tipos(12))).toEqual({ total: 312, mais: false });
  expect(todas(tipos(12, true))).toEqual({ total: 312, mais: true });
});

test.each([
  ['', 0, 0],
  ['12 anúncios chegam a zero e o marketplace os pausa.', 12, 0],
  [
    '1 anúncio chega a zero e o marketplace o pausa. 1 muda mais de 50 unidades de uma vez: confira antes.',
    1,
    1,
  ],
  [
    '12 anúncios chegam a zero e o marketplace os pausa. 3 mudam mais de 50 unidades de uma vez: confira antes.',
    12,
    3,
  ],
  ['3 anúncios mudam mais de 50 unidades de uma vez: confira antes.', 0, 3],
])('the warning says %j', (words, zera, grandes) => {
  expect(avisoOf({ tipos: tipos(zera), grandes })).toBe(words);
});

test('the warning says so when more anuncios reach zero than were counted', () => {
  expect(avisoOf({ tipos: tipos(2000, true), grandes: 0 })).toBe(
    'Mais de 2.000 anúncios chegam a zero e o marketplace os pausa.',
  );
});

test('the subtitle says whose anuncios were read when', () => {
  const leitura = { situacao: 'lida', encontrados: 5, lidos: 5, aviso: null } as const;
  const conta = {
    ...{ id: 'c', apelido: 'LOJA', anuncios: 5, mais: false, mudancas: { total: 1, mais: false } },
    marketplace: 'mercado-livre',
  } as const;
  const now = Date.parse('2026-11-19T12:05:00Z');
  const read = { ...leitura, lida_em: '2026-11-19T12:00:00Z' };
  expect(subtitleOf({ ...conta, leitura: read }, now)).toBe('Conta @LOJA · lida há 5 min · nada foi enviado');
  expect(subtitleOf({ ...conta, leitura: { ...leitura, lida_em: null } }, now)).toBe(
    'Conta @LOJA · ainda não lida por inteiro · nada foi enviado',
  );
});
