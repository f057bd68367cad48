import { wordsOf } from './markdown.ts';
import type { Pagina } from './paginas.ts';

export interface Hit {
  pagina: Pagina;
  /** A sentence around the first word that was found. */
  snippet: string;
}

const SNIPPET = 140;

/** Lower case without accents. It keeps the number of characters, so that positions in both texts are the same. */
const plain = (text: string) =>
  Array.from(text, (each) => each.normalize('NFD').charAt(0).toLowerCase()).join('');

/** Words of a question that say nothing about its subject. */
const SMALL = new Set(
  'a o as os e de do da dos das em no na nos nas um uma com por para que como entre faco fazer'.split(' '),
);

/** The words to look for, without a plural `s`, because a page may use the singular. */
const wantedOf = (text: string) =>
  plain(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word && !SMALL.has(word))
    .map((word) => (word.length > 3 ? word.replace(/s$/, '') : word));

/** The pages that contain every word, those with words in the title or a heading first. */
export function searchPaginas(paginas: readonly Pagina[], text: string): Hit[] {
  const words = wantedOf(text);
  if (words.length === 0) return [];
  return paginas
    .map((pagina) => {
      const headings = pagina.blocks.filter(({ kind }) => kind === 'heading').map(wordsOf);
      const body = [pagina.resumo, ...pagina.blocks.map(wordsOf)].join(' ');
      const places = [plain(pagina.titulo), plain(headings.join(' ')), plain(body)];
      const scores = words.map((word) => {
        const at = places.findIndex((place) => ` ${place}`.includes(` ${word}`));
        const anywhere = places.findIndex((place) => place.includes(word));
        if (anywhere < 0) return 0;
        return at < 0 ? 1 : 8 - 2 * at;
      });
      return { pagina, score: scores.includes(0) ? 0 : sum(scores), snippet: snippetOf(body, words) };
    })
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .map(({ pagina, snippet }) => ({ pagina, snippet }));
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

function snippetOf(body: string, words: readonly string[]): string {
  const found = words.map((word) => plain(body).indexOf(word)).filter((at) => at >= 0);
  const first = found.length > 0 ? Math.min(...found) : 0;
  // Begins with a whole word.
  const start = first < 50 ? 0 : body.indexOf(' ', first - 50) + 1;
  const cut = body
    .slice(start, start + SNIPPET)
    .replace(/\s+\S*$/, start + SNIPPET < body.length ? '' : '$&');
  return `${start > 0 ? '… ' : ''}${cut}${start + SNIPPET < body.length ? ' …' : ''}`;
}
