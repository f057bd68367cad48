import { expect, test } from 'vitest';
import { begin } from './removal.ts';
import {
  consequenceText,
  doneText,
  noneText,
  questionText,
  restoredText,
  resultText,
  unansweredText,
} from './removal-words.ts';

const marcas = { one: 'marca', many: 'marcas', ending: 'a' } as const;
const clientes = { one: 'cliente', many: 'clientes', ending: 'o' } as const;

test('the question names the number, and the text says that it can be undone', () => {
  expect(questionText(1, marcas)).toBe('Excluir 1 marca?');
  expect(questionText(1234, clientes)).toBe('Excluir 1.234 clientes?');
  expect(consequenceText({ count: 1, left: 'nothing', canBeUsed: false }, clientes)).toBe(
    'Ele sai da lista e fica na lixeira por 30 dias. Até lá, dá para desfazer.',
  );
  expect(consequenceText({ count: 2, left: 'nothing', canBeUsed: true }, marcas)).toBe(
    'Elas saem da lista e ficam na lixeira por 30 dias. Até lá, dá para desfazer. O que estiver em uso não é excluído.',
  );
});

test('the text says when the filter has more than one deletion takes, or the search may have missed some', () => {
  expect(consequenceText({ count: 5000, left: 'mais', canBeUsed: false }, clientes)).toContain(
    'O filtro tem mais clientes: esta exclusão leva os 5.000 primeiros. Repita-a para o resto.',
  );
  expect(consequenceText({ count: 9, left: 'parcial', canBeUsed: false }, marcas)).toContain(
    'A busca não leu a lista inteira: pode haver mais marcas que ela não achou.',
  );
});

test('the result says what was deleted, what was refused and what is left', () => {
  const recusa = { id: 'a', motivo: 'Em uso.' };
  const removal = { ...begin(['a']), waiting: [] };
  expect(resultText({ ...removal, recusas: [recusa] }, marcas)).toBe(
    'Nenhuma marca foi excluída. 1 não pôde ser excluída.',
  );
  expect(resultText({ ...removal, excluidos: 1, recusas: [recusa, recusa] }, clientes)).toBe(
    '1 cliente excluído. 2 não puderam ser excluídos.',
  );
  expect(resultText({ ...removal, excluidos: 200, waiting: ['x', 'y'] }, marcas)).toBe(
    '200 marcas excluídas. Faltam 2.',
  );
  expect(resultText({ ...removal, waiting: ['x'] }, clientes)).toBe('Nenhum cliente foi excluído. Falta 1.');
});

test('the sentences agree with their noun', () => {
  expect(doneText(3, clientes)).toBe('3 clientes excluídos');
  expect(noneText(clientes)).toBe('O filtro não tem mais nenhum cliente.');
  expect(restoredText(1, marcas)).toBe('1 marca restaurada');
  expect(unansweredText(1, marcas)).toMatch(/^Não se sabe se a próxima foi excluída\./);
  expect(unansweredText(100, clientes)).toMatch(/^Não se sabe se os próximos 100 foram excluídos\./);
});
