import type { Edit } from '../kit/edits.ts';

interface Defect {
  edits: readonly Edit[];
  /** A change of the scripts of the built web, made while the browser loads them. */
  rewrite?: (script: string) => string;
  /** The figure that must miss its bar. */
  by: RegExp;
}

/** React writes the text of an element by this assignment. */
const asMarkup = (script: string) => script.replaceAll(/(\w+)\.textContent=(\w+)/g, '$1.innerHTML=$2');

export const DEFECTS = {
  /** The policy of the page stops this defect, and the proof sees the violation. */
  'text-as-markup': { edits: [], rewrite: asMarkup, by: /violations/ },
  'text-as-markup-without-policy': {
    edits: [
      {
        file: 'platform/http/web.ts',
        from: 'const csp = policy(options.mediaUrl);',
        to: 'const csp = policy(options.mediaUrl) && "img-src * data: blob:";',
      },
    ],
    rewrite: asMarkup,
    by: /executions/,
  },
  'letter-as-markup': {
    edits: [
      {
        file: 'modules/acesso/emails/letter.ts',
        from: 'html: await render(h(Page, letter)),',
        to: "html: (await render(h(Page, letter))).replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '\"'),",
      },
    ],
    by: /messages/,
  },
  'formula-in-a-cell': {
    edits: [
      {
        file: 'platform/http/csv.ts',
        from: 'text.replace(CELL_START, "\'");',
        to: 'text.replace(CELL_START, "");',
      },
    ],
    by: /formulas/,
  },
} satisfies Record<string, Defect>;
