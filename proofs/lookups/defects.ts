import type { Edit } from '../kit/edits.ts';
import type { Measure } from '../kit/figures.ts';
import { figuresOf, lookUpBroken, repeated, type Site } from './load.ts';

interface Defect {
  edits: readonly Edit[];
  part: (site: Site) => Promise<Measure[]>;
  /** The figure that must miss its bar. */
  by: RegExp;
}

const ROUND = 'modules/consultas/round.ts';

const broken =
  (kind: string, ...places: number[]) =>
  async (site: Site) =>
    figuresOf(kind, await lookUpBroken(site, kind, places, 8));

export const DEFECTS = {
  'no-time-limit': {
    edits: [
      { file: ROUND, from: 'PATIENCE_MS = 1200;', to: 'PATIENCE_MS = 600_000;' },
      { file: ROUND, from: 'LIMIT_MS = 4200;', to: 'LIMIT_MS = 600_000;' },
      { file: 'platform/outside/outbound.ts', from: 'TIME_LIMIT_MS = 4000;', to: 'TIME_LIMIT_MS = 600_000;' },
    ],
    part: broken('lento', 0),
    by: /within 5 s/,
  },
  'trusts-erro-text': {
    edits: [
      { file: 'modules/consultas/service.ts', from: 'z.unknown().refine(Boolean)', to: 'z.literal(true)' },
    ],
    part: broken('erro-texto', 0, 1, 2),
    by: /answered by another/,
  },
  'first-provider-only': {
    edits: [{ file: ROUND, from: 'waiting = [...providers]', to: 'waiting = providers.slice(0, 1)' }],
    part: broken('fora', 0),
    by: /answered by another/,
  },
  /** The product trusts the first service that answers that a number does not exist, and asks no other. */
  'not-found-is-proof': {
    edits: [{ file: ROUND, from: 'unknown += 1;', to: "return { kind: 'unknown', certain: true };" }],
    part: broken('erro-booleano', 0),
    by: /answered by another/,
  },
  'cache-off': {
    edits: [{ file: 'modules/consultas/consultas.queries.ts', from: 'vence_em > now()', to: 'false' }],
    part: (site) => repeated(site, 10, 3),
    by: /requests outside/,
  },
} satisfies Record<string, Defect>;
