import type { Edit } from '../kit/edits.ts';

/** A defect of `prove:tokens --planted`. */
interface Defect {
  edits: readonly Edit[];
  /** The part of the proof that must detect the defect. */
  part: 'race' | 'kills' | 'rotation' | 'canaries';
  /** The figure that must miss its bar. */
  by: RegExp;
}

const TOKENS = 'modules/contas/tokens.ts';
const REFRESH = 'modules/contas/refresh.ts';
const SEALED = 'modules/contas/sealed-tokens.ts';

export const DEFECTS = {
  /** A second process does not wait for the lease of the first. */
  'lease-ignored': {
    edits: [
      { file: REFRESH, from: 'if (!row.leased && (await', to: 'if ((await' },
      {
        file: 'modules/contas/tokens.queries.ts',
        from: 'and (leased_until is null or leased_until < clock_timestamp() or lease_id = $4)',
        to: 'and $4::uuid is not null',
      },
    ],
    part: 'race',
    by: /exactly one refresh/,
  },
  /** The process uses the new token before it stores it. */
  'used-before-written': {
    edits: [
      {
        file: REFRESH,
        from: 'if (grant) await keep',
        to: 'if (grant) await marketplace.me(grant.accessToken);\n    if (grant) await keep',
      },
    ],
    part: 'kills',
    by: /left an unexpected state/,
  },
  /** The product treats a refused refresh token as a transient error. */
  'refusal-retried': {
    edits: [{ file: REFRESH, from: "if (isMarketplaceError(error, 'refused')) return null;", to: '' }],
    part: 'kills',
    by: /contradicts their grant/,
  },
  /** No process takes over the lease of a process that died. */
  'lease-for-ever': {
    edits: [{ file: REFRESH, from: 'LEASE_SECONDS = 5;', to: 'LEASE_SECONDS = 600;' }],
    part: 'kills',
    by: /contradicts their grant/,
  },
  /** The reseal command reports success although it skipped rows. */
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
    by: /logged or answered in the clear/,
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
    by: /stored in the clear/,
  },
} satisfies Record<string, Defect>;
