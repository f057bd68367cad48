import type { Edit } from './prove-lookups.defects.ts';

/** What `prove:tokens --planted` plants: a line of the product, read otherwise than it is written. */
interface Defect {
  edits: readonly Edit[];
  /** Which part of the proof must notice, and by which figure. */
  part: 'race' | 'kills' | 'rotation' | 'canaries';
  by: RegExp;
}

const TOKENS = 'modules/contas/tokens.ts';
const QUERIES = 'modules/contas/tokens.queries.ts';
const SEALED = 'modules/contas/sealed-tokens.ts';

export const DEFECTS = {
  /** Whoever comes second does not wait. */
  'lock-removed': {
    edits: [{ file: QUERIES, from: 'for update of t', to: '' }],
    part: 'race',
    by: /more or less than one refresh/,
  },
  /** The new token is used first and written down afterwards. */
  'used-before-written': {
    edits: [
      {
        file: TOKENS,
        from: 'if (grant)\n',
        to: 'if (grant) await marketplace.me(grant.accessToken);\n        if (grant)\n',
      },
    ],
    part: 'kills',
    by: /did not leave what they should/,
  },
  /** A token that was refused is taken for a passing trouble. */
  'refusal-retried': {
    edits: [{ file: TOKENS, from: "if (isMarketplaceError(error, 'refused')) return null;", to: '' }],
    part: 'kills',
    by: /dead and do not say so/,
  },
  /** The work is said to be done when it is not. */
  'rows-skipped': {
    edits: [
      {
        file: 'modules/contas/reseal.ts',
        from: 'for (const conta of batch)',
        to: 'for (const conta of batch.slice(1))',
      },
    ],
    part: 'rotation',
    by: /left under the old key/,
  },
  'token-logged': {
    edits: [
      {
        file: TOKENS,
        from: 'pauses.delete(contaId);',
        to: "pauses.delete(contaId);\n      log.info({ row: row && usable(conta, row) }, 'refreshed');",
      },
    ],
    part: 'canaries',
    by: /said in the clear/,
  },
  'token-not-sealed': {
    edits: [
      {
        file: SEALED,
        from: "access: vault.seal(tokens.accessToken, placeOf('access_token', conta)),",
        to: "access: 'v1.'.concat(tokens.accessToken),",
      },
    ],
    part: 'canaries',
    by: /kept in the clear/,
  },
} satisfies Record<string, Defect>;
