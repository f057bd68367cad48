import type { Edit } from '../kit/edits.ts';

interface Defect {
  edits: readonly Edit[];
  /** The figure that has to report the defect. */
  by: RegExp;
}

export const DEFECTS = {
  /** PostgreSQL refuses U+0000 in a text, and the server does not map that error to a refusal. */
  'nul-unmapped': {
    edits: [{ file: 'platform/errors.ts', from: "code?.startsWith('22')", to: "code?.startsWith('2299')" }],
    by: /5xx/,
  },
  'rejection-unhandled': {
    edits: [
      {
        file: 'platform/http/idempotency/idempotency.ts',
        from: 'if (id === undefined) return null;',
        to: "if (id === undefined) return null; if (!UUID.test(id)) void Promise.reject(new Error('planted'));",
      },
    ],
    by: /log/,
  },
  'leak-per-request': {
    edits: [
      {
        file: 'platform/http/session/session.ts',
        from: 'const token = readCookie(request, SESSION_COOKIE);',
        to: 'const token = readCookie(request, SESSION_COOKIE); (globalThis.planted ??= []).push(Buffer.alloc(100_000));',
      },
    ],
    by: /memory/,
  },
  'refused-in-english': {
    edits: [
      {
        file: 'platform/http/problems.ts',
        from: "'O pedido não pôde ser lido. Recarregue a página e tente de novo.', {",
        to: 'error.message, {',
      },
    ],
    by: /wrong answers/,
  },
} satisfies Record<string, Defect>;
