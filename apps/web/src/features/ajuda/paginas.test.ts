import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Inline, wordsOf } from './markdown.ts';
import { MUDANCAS } from './mudancas.ts';
import { PAGINAS, paginaAt, SECTIONS } from './paginas.ts';

const tree = readFileSync(new URL('../../routeTree.gen.ts', import.meta.url), 'utf8');
const pages = PAGINAS.map((pagina) => [pagina.slug, pagina] as const);

test('the list names every page of docs/ajuda once, and there are at least twelve', () => {
  const listed = SECTIONS.flatMap(({ slugs }) => slugs);
  expect(listed.length).toBeGreaterThanOrEqual(12);
  expect([...listed].sort()).toEqual(PAGINAS.map(({ slug }) => slug).sort());
});

test.each(pages)(
  '%s has a title, a summary and text without marks that the reader does not know',
  (_, pagina) => {
    expect(pagina.titulo).not.toBe(pagina.slug);
    expect(pagina.resumo.length).toBeGreaterThan(20);
    expect(pagina.blocks.length).toBeGreaterThan(0);
    const words = [pagina.resumo, ...pagina.blocks.map(wordsOf)].join('\n');
    expect(words).not.toMatch(/\*\*|`|\]\(|^\s*[-|>#]|<\w|!\[/m);
  },
);

test.each(pages)('every link of %s opens a page of ajuda or a screen', (_, { blocks }) => {
  const inlines = blocks.flatMap((block): Inline[] => {
    if (block.kind === 'heading') return [];
    if (block.kind === 'paragraph') return block.inlines;
    return block.kind === 'list' ? block.items.flat() : [block.head, ...block.rows].flat(2);
  });
  for (const inline of inlines) {
    if (inline.kind !== 'link') continue;
    const [, slug] = /^\/ajuda\/([\w-]+)$/.exec(inline.to) ?? [];
    if (slug) expect(paginaAt(slug), inline.to).toBeDefined();
    else expect(tree, inline.to).toContain(`| '${inline.to}'`);
  }
});

test('what is new comes from CHANGELOG.md, the newest day first, as lists', () => {
  expect(MUDANCAS.length).toBeGreaterThan(1);
  const days = MUDANCAS.map(({ dia }) => dia.split('/').reverse().join('-'));
  expect(days).toEqual([...days].sort().reverse());
  for (const { dia, blocks } of MUDANCAS) {
    expect(dia).toMatch(/^\d{2}\/\d{2}\/\d{4}$/);
    expect(blocks.map(({ kind }) => kind)).toEqual(['list']);
    expect(blocks.map(wordsOf).join()).not.toMatch(/\*\*|\]\(/);
  }
});
