import { describe, expect, test } from 'vitest';
import { anunciosAMais } from './fontes/anuncios-a-mais.ts';
import { contasAReconectar } from './fontes/contas-a-reconectar.ts';
import { convitesRecebidos } from './fontes/convites-recebidos.ts';
import { duasEtapas } from './fontes/duas-etapas.ts';
import { estoqueBaixo } from './fontes/estoque-baixo.ts';
import { exportacaoFalhou } from './fontes/exportacao-falhou.ts';
import { type Achado, type Fonte, HORA_MS, MINUTO_MS } from './fontes/fonte.ts';
import { pedidosParados } from './fontes/pedidos-parados.ts';
import { titularesComPrazo } from './fontes/titulares-com-prazo.ts';
import { pendenciasOf } from './pendencias.ts';

const NOW = Date.parse('2026-11-16T15:12:00Z');
const at = (ms: number) => new Date(NOW + ms).toISOString();

/** A source that finds one thing, due after so many hours or without a deadline. */
const due = (nome: string, peso: number, hours?: number, tom?: Achado['tom']): Fonte => ({
  nome,
  peso,
  direito: 'consultar',
  sql: '',
  decide: () => ({
    ...{ numero: 1, titulo: nome, detalhe: '', acao: { texto: 'Ver', tela: 'equipe' } },
    ...(tom && { tom }),
    prazo: hours === undefined ? null : { tipo: 'ate', em: at(hours * HORA_MS), texto: '' },
  }),
});
const read = (...fontes: Fonte[]) =>
  pendenciasOf(
    fontes.map((fonte) => ({ fonte, fatos: [] })),
    NOW,
  );

describe('the order', () => {
  test('deadlines within a day come first, then the cost of waiting decides', () => {
    const order = read(
      due('routine', 30),
      due('in three days', 75, 72),
      due('in ten hours', 10, 10),
      due('stops sales', 90),
      due('in one hour', 10, 1),
      due('over', 10, -1),
    );
    expect(order.map(({ fonte }) => fonte)).toEqual([
      'over',
      'in one hour',
      'in ten hours',
      'stops sales',
      'in three days',
      'routine',
    ]);
  });

  test('a source without a finding has no row', () => {
    expect(read({ ...due('nothing', 1), decide: () => null })).toEqual([]);
  });
});

test('a deadline is red under two hours and amber under six, and a source may ask for more', () => {
  const toms = read(due('a', 1, 1.9), due('b', 1, 5.9), due('c', 1, 6.1), due('d', 1, 20, 'atencao'));
  expect(toms.map(({ tom }) => tom)).toEqual(['ruim', 'atencao', 'neutro', 'atencao']);
});

describe('pedidos_parados', () => {
  const conta = {
    ...{ id: 'c', marketplace: 'mercado-livre', nome: 'LOJA', sem_permissao: false, falha_desde: null },
    ...{ em_andamento: false, passo_em: at(-60 * MINUTO_MS), conferir_em: at(10 * MINUTO_MS) },
  };
  const found = (...fatos: object[]) => pedidosParados.decide(fatos, NOW);

  test('a conta whose next poll is planned is fine, however long ago the last step was', () => {
    expect(found(conta)).toBeNull();
    expect(found({ ...conta, conferir_em: null })).toBeNull();
  });

  test.each([
    ['the marketplace fails', { falha_desde: at(-31 * MINUTO_MS) }, { falha_desde: at(-29 * MINUTO_MS) }],
    ['no worker polls', { conferir_em: at(-31 * MINUTO_MS) }, { conferir_em: at(-29 * MINUTO_MS) }],
    [
      'a step does not end',
      { em_andamento: true, passo_em: at(-31 * MINUTO_MS) },
      { em_andamento: true, passo_em: at(-29 * MINUTO_MS) },
    ],
  ])('a conta stands still when %s for more than half an hour', (_, still, notYet) => {
    expect(found({ ...conta, ...still })?.numero).toBe(1);
    expect(found({ ...conta, ...notYet })).toBeNull();
  });

  test('a conta that may not read pedidos waits at once, and the oldest one is named', () => {
    const forbidden = { ...conta, sem_permissao: true, passo_em: at(-MINUTO_MS) };
    const failing = { ...conta, id: 'd', nome: 'OUTRA', falha_desde: at(-HORA_MS) };
    expect(found(forbidden, failing)).toMatchObject({ numero: 2, acao: { id: 'd' } });
  });
});

describe('convites_recebidos', () => {
  const convite = { id: 'c', empresa_nome: 'Horizonte', convidado_por: 'Bia', vence_em: at(30 * HORA_MS) };
  const found = (...fatos: object[]) => convitesRecebidos.decide(fatos, NOW);

  test('the first of several is named and opened, until its time is over', () => {
    expect(found()).toBeNull();
    expect(found({ ...convite, vence_em: at(0) })).toBeNull();
    expect(found(convite, { ...convite, id: 'd' })).toMatchObject({
      numero: 2,
      detalhe: 'Bia convidou você para Horizonte. Há mais 1.',
      prazo: { tipo: 'ate', em: convite.vence_em },
      acao: { tela: 'convite', id: 'c' },
    });
  });

  test('a name carries no link, as in the e-mail', () => {
    const named = { ...convite, empresa_nome: 'veja www.golpe.example', convidado_por: null };
    expect(found(named)?.detalhe).toBe('Alguém convidou você para veja www golpe example.');
  });
});

describe('deadlines of sources', () => {
  test('titulares wait in the last five days, the nearest first, and red when over', () => {
    const pedido = (hours: number) => ({ id: String(hours), tipo: 'acesso', vence: at(hours * HORA_MS) });
    expect(titularesComPrazo.decide([pedido(121)], NOW)).toBeNull();
    expect(titularesComPrazo.decide([pedido(30), pedido(119), pedido(300)], NOW)).toMatchObject({
      ...{ numero: 2, prazo: { tipo: 'ate' }, acao: { id: '30' } },
    });
    expect(titularesComPrazo.decide([pedido(-1)], NOW)).toMatchObject({
      tom: 'ruim',
      prazo: { tipo: 'desde' },
    });
  });

  test('two steps have a deadline until it is over', () => {
    expect(duasEtapas.decide([{ ate: null }], NOW)).toBeNull();
    expect(duasEtapas.decide([{ ate: at(HORA_MS) }], NOW)?.prazo?.tipo).toBe('ate');
    expect(duasEtapas.decide([{ ate: at(-HORA_MS) }], NOW)?.prazo?.tipo).toBe('desde');
  });

  test('a failed export is forgotten after a week', () => {
    const failed = (days: number) => [{ situacao: 'falhou', desde: at(-days * 24 * HORA_MS) }];
    expect(exportacaoFalhou.decide(failed(6.9), NOW)).not.toBeNull();
    expect(exportacaoFalhou.decide(failed(7.1), NOW)).toBeNull();
    expect(exportacaoFalhou.decide([], NOW)).toBeNull();
  });
});

test('anuncios that offer too much say since when the oldest does', () => {
  const desde = (hours: number) => ({ desde: at(-hours * HORA_MS) });
  expect(anunciosAMais.decide([], NOW)).toBeNull();
  expect(anunciosAMais.decide([desde(3), desde(1)], NOW)).toMatchObject({
    ...{
      numero: 2,
      titulo: 'Anúncios oferecem mais do que há',
      prazo: { tipo: 'desde', em: at(-3 * HORA_MS) },
    },
  });
});

test('one and several read differently', () => {
  const conta = (nome: string) => ({ nome, desde: at(-HORA_MS) });
  expect(contasAReconectar.decide([conta('A')], NOW)).toMatchObject({
    titulo: 'Conta pede reconexão',
    detalhe: 'A não consegue enviar pedidos até você autorizar de novo.',
  });
  expect(contasAReconectar.decide([conta('A'), conta('B')], NOW)).toMatchObject({
    titulo: 'Contas pedem reconexão',
    detalhe: 'A e mais 1 não conseguem enviar pedidos até você autorizar de novo.',
  });
  expect(estoqueBaixo.decide([{ itens: 1 }], NOW)?.titulo).toBe('Item abaixo do mínimo');
  expect(estoqueBaixo.decide([{ itens: 0 }], NOW)).toBeNull();
});
