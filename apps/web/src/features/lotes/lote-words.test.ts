import { expect, test } from 'vitest';
import { chosenText, doingText, doneText, refusedText } from './lote-words.ts';

const lote = {
  tipo: 'preco',
  situacao: 'concluido',
  alterados: 2,
  recusados: 0,
  total: 2,
  feitos: 2,
} as const;

test('the end of a lote is told with its number of produtos', () => {
  expect(doneText(lote)).toBe('2 produtos com preço alterado');
  expect(doneText({ ...lote, tipo: 'excluir', alterados: 1 })).toBe('1 produto excluído');
  expect(doneText({ ...lote, tipo: 'desfazer', alterados: 1284 })).toBe(
    '1.284 produtos voltaram a ser como eram',
  );
  expect(doneText({ ...lote, situacao: 'cancelado', alterados: 500, total: 1200 })).toBe(
    '500 produtos com preço alterado, de 1.200',
  );
});

test('a lote that changed nothing says so', () => {
  expect(doneText({ ...lote, alterados: 0 })).toBe('Nenhum produto precisou mudar');
  expect(doneText({ ...lote, alterados: 0, situacao: 'falhou' })).toBe('Nenhum produto foi alterado');
});

test('progress, choice and refusals have their words', () => {
  expect(doingText({ tipo: 'marca', situacao: 'preparando' })).toBe('Procurando os produtos...');
  expect(doingText({ tipo: 'marca', situacao: 'fazendo' })).toBe('Alterando marca...');
  expect(chosenText(undefined)).toBe('Todos os produtos do filtro');
  expect(chosenText(1)).toBe('1 produto');
  expect(refusedText(1)).toBe('1 produto ficou como estava');
  expect(refusedText(3)).toBe('3 produtos ficaram como estavam');
});
