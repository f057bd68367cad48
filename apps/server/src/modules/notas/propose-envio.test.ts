import { MAX_SUGESTOES } from '@prumo/contract/notas.ts';
import { expect, test } from 'vitest';
import { type Candidato, proposeEnvio } from './propose-envio.ts';

const NOTA = { valor: '19.90', emitida_em: '2026-11-18T10:00:00-03:00' };
const candidato = (id: string, more: Partial<Candidato> = {}): Candidato => ({
  ...{ id, conta_id: 'c', envio: `4${id}`, numero: `2${id}`, valor: '19.90', despachar_ate: null },
  ...{ criado_em: '2026-11-18T09:00:00-03:00', is_nomeado: false, espera: true, ...more },
});
const named = (id: string, more: Partial<Candidato> = {}) => candidato(id, { is_nomeado: true, ...more });
const idsOf = (candidatos: readonly Candidato[]) => {
  const { envio, sugestoes, motivo } = proposeEnvio(NOTA, candidatos);
  return { envio: envio?.id ?? null, sugestoes: sugestoes.map(({ id }) => id), motivo };
};

test('a number that leaves one parcel decides, whatever the values are', () => {
  expect(idsOf([candidato('a'), named('b', { valor: '5.00' })])).toEqual({
    ...{ envio: 'b', sugestoes: [], motivo: null },
  });
  expect(idsOf([named('a', { espera: false }), named('b')])).toMatchObject({ envio: 'b' });
});

test('several numbers are a choice between their parcels', () => {
  expect(idsOf([named('a'), candidato('b'), named('c')])).toEqual({
    ...{ envio: null, sugestoes: ['a', 'c'], motivo: null },
  });
});

test('a number of a parcel that waits for no note is no reason to guess another one', () => {
  expect(idsOf([named('a', { espera: false }), candidato('b')])).toEqual({
    ...{ envio: null, sugestoes: [], motivo: 'envio' },
  });
});

test('the value alone never decides, even if only one parcel has it', () => {
  expect(idsOf([candidato('a', { valor: '20.00' }), candidato('b', { valor: '19.9' })])).toEqual({
    ...{ envio: null, sugestoes: ['b'], motivo: null },
  });
});

test('a parcel without a value, with an accepted note, or sold after the note is not suggested', () => {
  const later = { criado_em: '2026-11-19T10:00:01-03:00' };
  expect(
    idsOf([candidato('a', { valor: null }), candidato('b', { espera: false }), candidato('c', later)]),
  ).toEqual({ envio: null, sugestoes: [], motivo: null });
});

test('the list of suggestions is bounded, and keeps the order of the deadlines', () => {
  const many = Array.from({ length: 50 }, (_, n) => candidato(String(n)));
  expect(idsOf(many).sugestoes).toEqual(many.slice(0, MAX_SUGESTOES).map(({ id }) => id));
});
