import type pg from 'pg';
import { planted } from '../kit/figures.ts';
import { recallOf } from './codes.ts';
import { cardFindings } from './judge.ts';

/**
 * Each defect breaks one of two promises: a search finds a code however it is typed, and a card marked exact
 * is exact.
 */
export const DEFECTS = {
  'separators-kept': { of: 'code_key(text)', from: "'[^0-9A-Z]'", to: "'[^0-9A-Z ./-]'" },
  'exact-not-first': {
    of: 'find_produtos(text, boolean, jsonb, text, uuid, integer)',
    from: 'limit 10)',
    to: 'limit 0)',
  },
  'part-as-whole': { of: 'resume_produtos(jsonb, boolean)', from: 's.lidas <= v_limite', to: 'true' },
} satisfies Record<string, { of: string; from: string; to: string }>;

interface World {
  admin: pg.Pool;
  adminUrl: string;
  empresaId: string;
  drawn: Parameters<typeof recallOf>[0];
  api: Parameters<typeof recallOf>[1];
}

/** Plants each defect in a SQL function of the database, and restores the function afterwards. */
export async function plantDefects(defects: readonly (keyof typeof DEFECTS)[], world: World): Promise<void> {
  const { admin, adminUrl, empresaId, drawn, api } = world;
  for (const defect of defects) {
    const { of, from, to } = DEFECTS[defect];
    const { rows } = await admin.query<{ definition: string }>(
      'select pg_get_functiondef($1::regprocedure) as definition',
      [of],
    );
    const sound = rows[0]?.definition ?? '';
    const broken = sound.replaceAll(from, to);
    if (broken === sound) throw new Error(`${defect} found nothing to break in ${of}`);
    await admin.query(broken);
    try {
      const { asked, found, first, misses } = await recallOf(drawn, api);
      planted(defect, [
        ...misses,
        ...(await cardFindings(adminUrl, empresaId)),
        ...(first < asked * 0.98
          ? [`${first} of ${asked} codes are in the first result, ${found} found`]
          : []),
      ]);
    } finally {
      await admin.query(sound);
    }
  }
}
