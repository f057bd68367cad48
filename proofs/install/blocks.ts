/** The shell blocks of a document, in their order, each with the heading above it. */
export function shellBlocks(markdown: string): { heading: string; text: string }[] {
  const blocks: { heading: string; text: string }[] = [];
  let heading = '';
  let inside: string[] | null = null;
  for (const line of markdown.split('\n')) {
    if (inside) {
      if (line === '```') {
        blocks.push({ heading, text: inside.join('\n') });
        inside = null;
      } else inside.push(line);
    } else if (line === '```sh') inside = [];
    else heading = /^#+ (.+)$/.exec(line)?.[1] ?? heading;
  }
  if (inside) throw new Error(`the block under "${heading}" does not end`);
  return blocks;
}
