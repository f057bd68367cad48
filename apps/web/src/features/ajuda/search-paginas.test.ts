import { expect, test } from 'vitest';
import { PAGINAS } from './paginas.ts';
import { searchPaginas } from './search-paginas.ts';

const slugs = (text: string) => searchPaginas(PAGINAS, text).map(({ pagina }) => pagina.slug);

test.each([
  ['leitor', 'leitor-de-codigo-de-barras'],
  ['ETIQUETAS', 'etiquetas'],
  ['transferencia entre depositos', 'estoque-e-movimentos'],
  ['como faço para imprimir a lista?', 'celular-e-impressao'],
  ['lgpd', 'dados-e-privacidade'],
  ['papéis', 'equipe-e-papeis'],
  ['papeis', 'equipe-e-papeis'],
  ['atalho', 'atalhos'],
  ['duas etapas celular', 'perfil-e-seguranca'],
  ['importar anuncio', 'importacao'],
])('a search for %j finds the page %s first or among the first three', (text, slug) => {
  expect(slugs(text).slice(0, 3)).toContain(slug);
});

test('a word in the title counts more than one in the text', () => {
  expect(slugs('inventário')[0]).toBe('inventario');
});

test('nothing is found for no word and for an unknown word', () => {
  expect(slugs('  ')).toEqual([]);
  expect(slugs('zzzzzz')).toEqual([]);
  expect(slugs('estoque zzzzzz')).toEqual([]);
});

test('the snippet shows the place of the word, in whole words', () => {
  const [hit] = searchPaginas(PAGINAS, 'zebra');
  expect(hit?.snippet).toContain('Zebra');
  expect(hit?.snippet.length).toBeLessThan(160);
});
