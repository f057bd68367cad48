import { expect, test } from 'vitest';
import { parseMarkdown, wordsOf } from './markdown.ts';

test('headings, paragraphs of several lines, bold, keys and links become blocks', () => {
  const text =
    '# Título\n\nAperte `Ctrl + K` e\n**busque** em [Produtos](/catalogo/produtos) ou [aqui](atalhos.md).\n';
  expect(parseMarkdown(text)).toEqual([
    { kind: 'heading', text: 'Título' },
    {
      kind: 'paragraph',
      inlines: [
        { kind: 'text', text: 'Aperte ' },
        { kind: 'key', text: 'Ctrl + K' },
        { kind: 'text', text: ' e ' },
        { kind: 'strong', text: 'busque' },
        { kind: 'text', text: ' em ' },
        { kind: 'link', text: 'Produtos', to: '/catalogo/produtos' },
        { kind: 'text', text: ' ou ' },
        { kind: 'link', text: 'aqui', to: '/ajuda/atalhos' },
        { kind: 'text', text: '.' },
      ],
    },
  ]);
});

test('an item of a list may have several lines', () => {
  const [list] = parseMarkdown('1. Um\n   e meio\n2. Dois\n');
  expect(list).toEqual({
    kind: 'list',
    isOrdered: true,
    items: [[{ kind: 'text', text: 'Um e meio' }], [{ kind: 'text', text: 'Dois' }]],
  });
});

test('a table has a head and rows', () => {
  const [table] = parseMarkdown('| Tecla | Faz |\n| --- | --- |\n| `?` | ajuda |\n');
  expect(table).toMatchObject({ kind: 'table', rows: [[[{ kind: 'key', text: '?' }], [{ text: 'ajuda' }]]] });
  expect(table && wordsOf(table)).toBe('Tecla Faz ? ajuda');
});

test('markup in a page stays text', () => {
  expect(parseMarkdown('<img src=x onerror=alert(1)>')).toEqual([
    { kind: 'paragraph', inlines: [{ kind: 'text', text: '<img src=x onerror=alert(1)>' }] },
  ]);
});
