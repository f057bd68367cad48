import { expect, test } from 'vitest';
import { copyOf } from './copy-of.ts';

const blank = { nome: '', cpf_cnpj: '', cidade: null, senha: '' };
const record = { id: '7', versao: 3, nome: 'Sul', cpf_cnpj: '52998224725', cidade: 'Curitiba' };

test('a copy has the fields of the form, without those that belong to one record', () => {
  expect(copyOf(record, blank, ['cpf_cnpj'])).toEqual({ nome: 'Sul', cidade: 'Curitiba' });
});

test('a copy has neither the id nor the version of the record, nor a field that the record never contains', () => {
  expect(Object.keys(copyOf(record, blank, []))).toEqual(['nome', 'cpf_cnpj', 'cidade']);
});
