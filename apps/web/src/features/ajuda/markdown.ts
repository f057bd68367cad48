/** A run of text inside a block. */
export type Inline =
  | { kind: 'text' | 'strong' | 'key'; text: string }
  | { kind: 'link'; text: string; to: string };

export type Block =
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph'; inlines: Inline[] }
  | { kind: 'list'; isOrdered: boolean; items: Inline[][] }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] };

/**
 * Reads the Markdown that the pages of ajuda and CHANGELOG.md use: headings, paragraphs, lists of one level, tables,
 * bold, keys and links. A screen renders the result as elements, because the content security policy allows no markup
 * from a text. `paginas.test.ts` fails on a page with other marks.
 */
export function parseMarkdown(text: string): Block[] {
  const blocks: Block[] = [];
  let open: string[] = [];
  const close = () => {
    if (open.length > 0) blocks.push(blockOf(open));
    open = [];
  };
  for (const line of text.split('\n')) {
    if (line.trim() === '') close();
    else if (line.startsWith('#')) {
      close();
      blocks.push({ kind: 'heading', text: line.replace(/^#+\s+/, '') });
    } else open.push(line);
  }
  close();
  return blocks;
}

const ITEM = /^(?:-|\d+\.)\s+/;

function blockOf(lines: string[]): Block {
  const [first = ''] = lines;
  if (first.startsWith('|')) {
    const [head = [], , ...rows] = lines.map(cellsOf);
    return { kind: 'table', head, rows };
  }
  if (!ITEM.test(first)) return { kind: 'paragraph', inlines: inlinesOf(lines.join(' ')) };
  const items: string[] = [];
  for (const line of lines) {
    if (ITEM.test(line)) items.push(line.replace(ITEM, ''));
    // A further line of the same item.
    else items.push(`${items.pop()} ${line.trim()}`);
  }
  return { kind: 'list', isOrdered: /^\d/.test(first), items: items.map(inlinesOf) };
}

const cellsOf = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => inlinesOf(cell.trim()));

const MARK = /\*\*(.+?)\*\*|`([^`]+)`|\[([^\]]+)\]\(([^)\s]+)\)/g;

function inlinesOf(text: string): Inline[] {
  const inlines: Inline[] = [];
  let end = 0;
  const plain = (until: number) => {
    if (until > end) inlines.push({ kind: 'text', text: text.slice(end, until) });
  };
  for (const match of text.matchAll(MARK)) {
    const [whole, strong, key, label, to] = match;
    plain(match.index);
    if (strong) inlines.push({ kind: 'strong', text: strong });
    else if (key) inlines.push({ kind: 'key', text: key });
    else if (label && to) inlines.push({ kind: 'link', text: label, to: addressOf(to) });
    end = match.index + whole.length;
  }
  plain(text.length);
  return inlines;
}

/** Another page of ajuda is a file beside this one; a screen is its path. */
const addressOf = (target: string) => target.replace(/^([\w-]+)\.md$/, '/ajuda/$1');

export const textOf = (inlines: readonly Inline[]) => inlines.map(({ text }) => text).join('');

/** All words of a block, for the search. */
export function wordsOf(block: Block): string {
  if (block.kind === 'heading') return block.text;
  if (block.kind === 'paragraph') return textOf(block.inlines);
  if (block.kind === 'list') return block.items.map(textOf).join(' ');
  return [block.head, ...block.rows].flatMap((row) => row.map(textOf)).join(' ');
}
