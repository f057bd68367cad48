import type { Membro } from '@prumo/contract/equipe.ts';
import { direitosNaExclusao, direitosOf, type Papel } from '@prumo/contract/papeis.ts';
import { expect, test } from 'vitest';
import { actionsOn, type Viewer } from './actions.ts';

const membro = (user_id: string, papel: Papel): Membro => ({
  ...{ user_id, papel, nome: 'Ana', email: 'ana@loja.com', ve_custo: false },
  ...{
    duas_etapas: false,
    duas_etapas_ate: null,
    lembrado_em: null,
    visto_em: null,
    desde: '2026-11-17T12:00:00Z',
  },
});
const viewerOf = (papel: Papel): Viewer => ({ user_id: 'a', papel, direitos: direitosOf(papel, false) });
const others = ['administrador', 'estoque', 'vendas', 'consulta'];

test('a dono gives every papel to another, and may remove the person', () => {
  const actions = actionsOn(membro('b', 'vendas'), viewerOf('dono'), 1);
  expect(actions).toEqual({
    papeis: ['dono', ...others],
    custo: true,
    remove: true,
    transfer: false,
    leave: false,
    devices: true,
  });
});

test('an administrador makes no dono, and touches none', () => {
  const administrador = viewerOf('administrador');
  expect(actionsOn(membro('b', 'vendas'), administrador, 1)).toMatchObject({ papeis: others, custo: true });
  expect(actionsOn(membro('b', 'dono'), administrador, 1)).toMatchObject({ papeis: [], remove: false });
});

test('a papel that sees costs anyway has no switch for them', () => {
  const dono = viewerOf('dono');
  expect(actionsOn(membro('b', 'administrador'), dono, 1).custo).toBe(false);
});

test('the own row offers to leave, and a dono the handover as well', () => {
  for (const papel of ['dono', 'administrador', 'consulta'] as const)
    expect(actionsOn(membro('a', papel), viewerOf(papel), 1)).toEqual({
      papeis: [],
      custo: false,
      remove: false,
      transfer: papel === 'dono',
      leave: true,
      devices: false,
    });
});

test('a papel without the right changes nobody', () => {
  expect(actionsOn(membro('b', 'consulta'), viewerOf('vendas'), 1)).toEqual({
    papeis: [],
    custo: false,
    remove: false,
    transfer: false,
    leave: false,
    devices: false,
  });
});

test('one of two donos lowers and removes the other', () => {
  const dono = viewerOf('dono');
  expect(actionsOn(membro('b', 'dono'), dono, 2)).toMatchObject({
    papeis: ['dono', ...others],
    remove: true,
    custo: false,
  });
});

test('while the empresa waits for its deletion, a dono changes nobody', () => {
  const viewer = { ...viewerOf('dono'), direitos: direitosNaExclusao(direitosOf('dono', false)) };
  expect(actionsOn(membro('b', 'vendas'), viewer, 1)).toMatchObject({
    papeis: [],
    custo: false,
    remove: false,
  });
  expect(actionsOn(membro('a', 'dono'), viewer, 1)).toMatchObject({ transfer: false });
});
