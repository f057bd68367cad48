import type { Edit } from '../kit/edits.ts';

/** A defect of `prove:bulk --planted`, and the figure that must miss its bar. */
interface Defect {
  edits: readonly Edit[];
  by: RegExp;
}

const ADVANCE = 'modules/lotes/advance.ts';
const QUERIES = 'modules/lotes/partes.queries.ts';

export const DEFECTS = {
  /** The changes commit before their position, so a killed worker changes some prices twice. */
  'applied-twice': {
    edits: [
      {
        file: ADVANCE,
        from: '? await applyTo(tx, run, { held, parte, ids })',
        to: `? await run.db.write({ ...systemAccess(run.empresaId), userId: held.user_id, lote: run.id }, (own) =>
            applyTo(own, run, { held, parte, ids })).then(async (applied) => {
            await new Promise((resolve) => setTimeout(resolve, 1500));
            return applied;
          })`,
      },
    ],
    by: /after the change/,
  },
  /** A part is skipped. */
  'part-lost': {
    edits: [{ file: QUERIES, from: 'isOver ? 1 : 0', to: 'isOver ? 2 : 0' }],
    by: /after the change/,
  },
  'rounding-wrong': {
    edits: [
      {
        file: 'modules/lotes/apply.ts',
        from: 'reajustar(antes, reajuste)',
        to: "reajustar(antes, { ...reajuste, arredondar: 'nao' })",
      },
    ],
    by: /after the change/,
  },
  /** The undo does not look whether somebody has edited the produto since. */
  'edit-overwritten': {
    edits: [
      {
        file: 'modules/lotes/mudancas.queries.ts',
        from: 'coalesce(to_jsonb(p) @> h.depois, false) as igual',
        to: 'p.id is not null as igual',
      },
    ],
    by: /after the undo/,
  },
} as const satisfies Record<string, Defect>;
