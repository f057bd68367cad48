import { expect, test } from 'vitest';
import { type Refusal, refusalOf } from './equipe-rules.ts';
import type { Papel } from './papeis.ts';

const own = 'own';

/** The actor, the target (`own` is the actor), the new papel (null removes), the number of donos, the refusal. */
const TABLE: readonly [Papel, Papel | typeof own, Papel | null, number, Refusal | null][] = [
  ['dono', 'vendas', 'administrador', 1, null],
  ['dono', 'vendas', null, 1, null],
  ['dono', 'administrador', 'consulta', 1, null],
  ['dono', 'vendas', 'dono', 1, null],
  ['dono', 'dono', 'administrador', 2, null],
  ['dono', 'dono', null, 2, null],
  ['dono', own, 'administrador', 2, null],
  ['dono', own, null, 2, null],
  ['dono', own, 'dono', 1, null],
  ['dono', own, 'administrador', 1, 'last_dono'],
  ['dono', own, null, 1, 'last_dono'],
  ['administrador', 'vendas', 'administrador', 1, null],
  ['administrador', 'administrador', 'consulta', 1, null],
  ['administrador', 'administrador', null, 1, null],
  ['administrador', own, 'vendas', 1, null],
  ['administrador', own, null, 1, null],
  ['administrador', own, 'dono', 1, 'only_a_dono'],
  ['administrador', 'vendas', 'dono', 1, 'only_a_dono'],
  ['administrador', 'dono', 'administrador', 2, 'only_a_dono'],
  ['administrador', 'dono', 'dono', 2, 'only_a_dono'],
  ['administrador', 'dono', null, 2, 'only_a_dono'],
  ['vendas', own, null, 1, null],
  ['vendas', own, 'administrador', 1, 'not_upward'],
  ['consulta', own, 'vendas', 1, 'not_upward'],
];

test.each(TABLE)('a %s changes %s to %s among %i donos: %s', (actor, target, papel, donos, refusal) => {
  const person = { user_id: 'a', papel: actor };
  const other = target === own ? person : { user_id: 'b', papel: target };
  expect(refusalOf({ actor: person, target: other, papel, donos })).toBe(refusal);
});
