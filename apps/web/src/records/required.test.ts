import { CategoriaInput } from '@prumo/contract/categorias.ts';
import { ClienteInput } from '@prumo/contract/clientes.ts';
import { expect, test } from 'vitest';
import { requiredOf } from './required.ts';

test('a form demands the fields that its schema refuses empty', () => {
  const categoria = { nome: '', descricao: null, parent_id: null };
  expect([...requiredOf(CategoriaInput, categoria)]).toEqual(['nome']);
});

test('a field of a refinement over several fields is required only if it is refused by itself', () => {
  const address = { cep: null, endereco: null, numero: null, complemento: null, bairro: null };
  const company = { nome_fantasia: null, inscricao_estadual: null };
  const cliente = { ...address, ...company, nome: '', cpf_cnpj: '', cidade: null, estado: null };
  const all = { ...cliente, email: '', senha: '', confirmar_senha: '' };
  expect([...requiredOf(ClienteInput, all)].sort()).toEqual([
    'confirmar_senha',
    'cpf_cnpj',
    'email',
    'nome',
    'senha',
  ]);
});
