import { type Block, parseMarkdown } from './markdown.ts';

const [text = ''] = Object.values(
  import.meta.glob<string>('../../../../../CHANGELOG.md', { query: '?raw', import: 'default', eager: true }),
);

interface Dia {
  dia: string;
  blocks: Block[];
}

/** What changed, the newest day first: the sections of CHANGELOG.md, which is written for the people who use it. */
export const MUDANCAS: readonly Dia[] = text
  .split(/^## /m)
  .slice(1)
  .map((section) => {
    const [dia = '', ...lines] = section.split('\n');
    return { dia, blocks: parseMarkdown(lines.join('\n')) };
  });
