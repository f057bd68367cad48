import { expect, test } from 'vitest';
import { CEP_SERVICES } from './cep-services.ts';

const read = (fonte: string, reply: object) =>
  CEP_SERVICES.find((service) => service.fonte === fonte)?.reply.safeParse(reply).data;

const SE = {
  cep: '01001000',
  logradouro: 'Praça da Sé',
  bairro: 'Sé',
  localidade: 'São Paulo',
  uf: 'SP',
  ibge: '3550308',
};

test('[LOOK-02] ViaCEP and OpenCEP replies are read by their own field names, without the fields we do not need', () => {
  const reply = { ...SE, cep: '01001-000', complemento: 'lado ímpar', gia: '1004', ddd: '11', siafi: '7107' };
  expect(read('viacep', reply)).toEqual(SE);
  expect(read('opencep', reply)).toEqual(SE);
});

test('[LOOK-03] BrasilAPI replies are read by street, neighborhood, city and state', () => {
  const reply = {
    cep: '01001000',
    state: 'SP',
    city: 'São Paulo',
    neighborhood: 'Sé',
    street: 'Praça da Sé',
    service: 'open-cep',
    ibge: { city: '3550308', state: '35' },
  };
  expect(read('brasilapi', reply)).toEqual(SE);
  const { ibge: _, ...withoutIbge } = reply;
  expect(read('brasilapi', withoutIbge)).toEqual({ ...SE, ibge: null });
  expect(read('brasilapi', { ...reply, ibge: { city: null } })).toEqual({ ...SE, ibge: null });
});

const TOWN = { logradouro: null, bairro: null, localidade: 'Goioerê', uf: 'PR', ibge: '4108601' };

test.each<[string, object]>([
  ['viacep', { ...TOWN, logradouro: '', bairro: '' }],
  ['opencep', { ...TOWN, logradouro: ' ', bairro: undefined }],
  ['brasilapi', { street: null, neighborhood: '', city: 'Goioerê', state: 'PR', ibge: { city: '4108601' } }],
])('for a town with one CEP %s gives neither street nor bairro', (fonte, reply) => {
  expect(read(fonte, { ...reply, cep: '87360000' })).toEqual({ ...TOWN, cep: '87360000' });
});

test.each([
  ['no town', { ...SE, localidade: '' }],
  ['no state', { ...SE, uf: '' }],
  ['a number for the CEP', { ...SE, cep: 1_001_000 }],
  ['a list', []],
  ['null', null],
])('%s is not accepted as an address', (_what, reply) => {
  expect(read('viacep', reply as object)).toBeUndefined();
});
