import type { Edit } from '../kit/edits.ts';

interface Defect {
  edits: readonly Edit[];
  part: 'load' | 'removals' | 'burst';
  /** The figure that must miss its bar. */
  by: RegExp;
}

const HUB = 'modules/novidades/hub.ts';
const ROUTES = 'modules/novidades/novidades.routes.ts';

export const DEFECTS = {
  'another-empresa': {
    edits: [{ file: HUB, from: 'changesOf.get(n + 1) ?? []', to: 'changed' }],
    part: 'load',
    by: /another empresa/,
  },
  'without-the-right': {
    edits: [
      {
        file: 'modules/novidades/heard.ts',
        from: `isAnnounced(tabela) && direitos.includes(\`,\${DIREITO_DA_TABELA[tabela]},\`)`,
        to: 'isAnnounced(tabela)',
      },
    ],
    part: 'load',
    by: /without the right/,
  },
  'lost-on-reconnect': {
    edits: [
      {
        file: ROUTES,
        from: "typeof posicao === 'string' ? posicoes.read(posicao) : null",
        to: 'null as Position | null',
      },
      { file: ROUTES, from: 'since !== null && isResumable(since, now)', to: 'true' },
      { file: ROUTES, from: 'Math.min(idade, IDADE_MAXIMA) + LONGEST_TRANSACTION_S', to: '0' },
    ],
    part: 'load',
    by: /never heard of/,
  },
  'in-order-of-beginning': {
    edits: [
      {
        file: 'modules/novidades/novidades.queries.ts',
        from: `pg_current_snapshot()::text as snapshot,
       (select coalesce(json_agg(c), '[]') from novidades_of(`,
        to: `concat_ws(':', pg_snapshot_xmax(pg_current_snapshot()), pg_snapshot_xmax(pg_current_snapshot()), '') as snapshot,
       (select coalesce(json_agg(c), '[]') from novidades_of(`,
      },
    ],
    part: 'load',
    by: /never heard of/,
  },
  'stream-survives-removal': {
    edits: [{ file: HUB, from: 'await check(isCheckDue ? present : reached);', to: '' }],
    part: 'removals',
    by: /survive|after the end/,
  },
  'told-before-checked': {
    edits: [{ file: HUB, from: 'await check(isCheckDue ? present : reached);', to: 'void check(present);' }],
    part: 'removals',
    by: /after the end/,
  },
  'every-record-an-event': {
    edits: [{ file: HUB, from: 'TURN_MS = 250', to: 'TURN_MS = 5' }],
    part: 'burst',
    by: /in a second/,
  },
  'seconds-late': {
    edits: [{ file: HUB, from: 'TURN_MS = 250', to: 'TURN_MS = 4000' }],
    part: 'load',
    by: /ms p95/,
  },
} satisfies Record<string, Defect>;
