import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import type { Block, Inline } from './markdown.ts';

/** Blocks never change their order, so their positions are their keys. */
export function Blocks({ blocks }: { blocks: readonly Block[] }) {
  return blocks.map((block, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    <Fragment key={at}>{elementOf(block)}</Fragment>
  ));
}

function elementOf(block: Block) {
  if (block.kind === 'heading') return <h2 className="mt-3 font-semibold text-dialog">{block.text}</h2>;
  if (block.kind === 'paragraph')
    return (
      <p>
        <Inlines of={block.inlines} />
      </p>
    );
  if (block.kind === 'table') return <Table head={block.head} rows={block.rows} />;
  const List = block.isOrdered ? 'ol' : 'ul';
  return (
    <List className={`flex flex-col gap-1.5 pl-5 ${block.isOrdered ? 'list-decimal' : 'list-disc'}`}>
      {block.items.map((item, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <li key={at} className="pl-1">
          <Inlines of={item} />
        </li>
      ))}
    </List>
  );
}

function Table({ head, rows }: { head: Inline[][]; rows: Inline[][][] }) {
  return (
    <div className="overflow-x-auto rounded-card border">
      <table className="w-full text-left text-control">
        <thead className="bg-bg text-meta text-muted">
          <tr>
            {head.map((cell, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <th key={at} scope="col" className="px-3 py-2 font-medium">
                <Inlines of={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y">
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <tr key={at}>
              {row.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: see above
                <td key={column} className="px-3 py-2 align-top">
                  <Inlines of={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const Inlines = ({ of }: { of: readonly Inline[] }) =>
  of.map((inline, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    <Fragment key={at}>{wordOf(inline)}</Fragment>
  ));

function wordOf(inline: Inline) {
  if (inline.kind === 'strong') return <strong className="font-semibold">{inline.text}</strong>;
  if (inline.kind === 'key')
    return (
      <kbd className="whitespace-nowrap rounded-small border bg-bg px-1.5 font-sans text-meta">
        {inline.text}
      </kbd>
    );
  if (inline.kind === 'link')
    return (
      <Link to={inline.to} className="text-accent-fg underline underline-offset-2">
        {inline.text}
      </Link>
    );
  return inline.text;
}
