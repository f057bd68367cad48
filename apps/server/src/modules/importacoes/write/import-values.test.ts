import { expect, test } from 'vitest';
import { idOf } from '#platform/derived-id.ts';
import { type Fields, fill, follow, offerOf, offerRefusal, writtenBy } from './import-values.ts';

const read = (changes: Partial<Parameters<typeof offerOf>[0]> = {}) =>
  offerOf({
    titulo: 'Pastilha De Freio',
    variacao: '',
    sku: 'PF-1',
    marca: 'Cobreq',
    codigos: ['789'],
    preco: '129.90',
    ...changes,
  });
const produto = (changes: Partial<Fields> = {}): Fields => ({
  nome: 'Pastilha',
  preco_venda: '10.00',
  cod_referencia: ['A-1'],
  ...changes,
});

test('a name keeps the whole variation and is cut at a word', () => {
  expect(read({ variacao: 'Preto / G' }).nome).toBe('Pastilha De Freio — Preto / G');
  const long = read({ titulo: 'palavra '.repeat(40), variacao: 'Preto' }).nome;
  expect(long.length).toBeLessThanOrEqual(200);
  expect(long).toMatch(/^(palavra )+— Preto$/);
  expect(read({ titulo: 'x'.repeat(300) }).nome).toBe('x'.repeat(200));
  expect(read({ titulo: ' a\u0000b\n\tc\u200b \ud800' }).nome).toBe('a b c \ufffd');
});

test('an empty marca, an invalid code and a duplicate code are left out', () => {
  expect(read({ marca: null }).marca).toBe('Sem marca');
  expect(read({ marca: ' \u200b ' }).marca).toBe('Sem marca');
  expect(read({ codigos: ['a-1', 'A-1', '', 'x'.repeat(101), ' b '] }).codigos).toEqual(['a-1', 'b']);
  const many = Array.from({ length: 250 }, (_, n) => `C${n}`);
  expect(read({ codigos: many }).codigos).toHaveLength(200);
});

test('an anuncio without a title or with a too long SKU is refused', () => {
  expect(offerRefusal(read())).toBeNull();
  expect(offerRefusal(read({ titulo: ' ' }))).toMatch(/não tem título/);
  expect(offerRefusal(read({ sku: 'x'.repeat(101) }))).toMatch(/mais de 100/);
});

test('an import fills only the empty fields of a person’s produto', () => {
  const full = fill(produto(), read({ codigos: ['a1', 'B-2'] }));
  expect(full.changes).toEqual({ cod_referencia: ['A-1', 'B-2'] });
  expect(full.written).toEqual({ codigos: ['a1', 'B-2'] });
  const empty = fill(produto({ preco_venda: '0.00', cod_referencia: [] }), read());
  expect(empty.changes).toEqual({ preco_venda: '129.90', cod_referencia: ['789'] });
  expect(empty.written).toEqual({ preco_venda: '129.90', cod_referencia: ['789'], codigos: ['789'] });
  expect(fill(produto(), read({ codigos: ['A1'] })).changes).toEqual({});
});

test('an unchanged field follows the anuncio, and an edited one does not', () => {
  const before = writtenBy(read());
  const made = { nome: 'Pastilha De Freio', preco_venda: '129.90', cod_referencia: ['789'] };
  expect(follow(made, before, read())).toBeNull();
  const now = read({ titulo: 'Outro', preco: '99.00', codigos: ['790'] });
  const followed = follow(made, before, now);
  expect(followed?.changes).toEqual({ nome: 'Outro', preco_venda: '99.00', cod_referencia: ['790'] });
  expect(followed && follow({ ...made, ...followed.changes }, followed.written, now)).toBeNull();
  const edited = { nome: 'Meu nome', preco_venda: '1.00', cod_referencia: ['789', 'meu'] };
  expect(follow(edited, before, now)?.changes).toEqual({ cod_referencia: ['789', 'meu', '790'] });
  // A person removed the code, so it does not come back.
  expect(follow({ ...edited, cod_referencia: [] }, before, read())).toBeNull();
});

test('the same parts give the same id, and other parts give another', () => {
  expect(idOf('a', 1)).toBe(idOf('a', 1));
  expect(idOf('a', 1)).not.toBe(idOf('a1'));
  expect(idOf('a', 1)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
