interface Block {
  heading: string;
  text: string;
}

/** The shell blocks of a document, in their order, each with the heading above it. */
export const shellBlocks = (markdown: string): Block[] => blocksOf(markdown, 'sh');

/** The same for the blocks of another language. A block inside a list loses the spaces before its lines. */
export function blocksOf(markdown: string, language: string): Block[] {
  const blocks: Block[] = [];
  let heading = '';
  let inside: string[] | null = null;
  for (const line of markdown.split('\n')) {
    const trimmed = line.trim();
    if (inside) {
      if (trimmed === '```') {
        blocks.push({ heading, text: withoutIndent(inside).join('\n') });
        inside = null;
      } else inside.push(line);
    } else if (trimmed === `\`\`\`${language}`) inside = [];
    else heading = /^#+ (.+)$/.exec(line)?.[1] ?? heading;
  }
  if (inside) throw new Error(`the block under "${heading}" does not end`);
  return blocks;
}

function withoutIndent(lines: readonly string[]): string[] {
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/));
  const least = Math.min(...indents);
  return lines.map((line) => line.slice(least));
}
