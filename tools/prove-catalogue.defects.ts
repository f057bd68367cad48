import type pg from 'pg';
import { planted } from './proof.ts';
import { recallOf } from './prove-catalogue.codes.ts';

/** What would break the promise that a code is found however it is typed. */
export const DEFECTS = ['separators-kept', 'exact-not-first'] as const;
type Defect = (typeof DEFECTS)[number];

interface World {
  admin: pg.Pool;
  drawn: Parameters<typeof recallOf>[0];
  api: Parameters<typeof recallOf>[1];
}

/** Each in its turn, and taken out again. */
export async function plantDefects(defects: readonly Defect[], { admin, drawn, api }: World): Promise<void> {
  for (const defect of defects) {
    const { of, from, to } = PLANTS[defect];
    const { rows } = await admin.query<{ definition: string }>(
      'select pg_get_functiondef($1::regproc) as definition',
      [of],
    );
    const sound = rows[0]?.definition ?? '';
    const broken = sound.replace(from, to);
    if (broken === sound) throw new Error(`${defect} found nothing to break in ${of}`);
    await admin.query(broken);
    try {
      const { asked, found, first, misses } = await recallOf(drawn, api);
      planted(defect, [
        ...misses,
        ...(first < asked * 0.98 ? [`${first} of ${asked} first, ${found} found`] : []),
      ]);
    } finally {
      await admin.query(sound);
    }
  }
}

const PLANTS: Record<Defect, { of: string; from: string | RegExp; to: string }> = {
  'separators-kept': { of: 'code_key', from: "'[^0-9A-Z]'", to: "'[^0-9A-Z ./-]'" },
  'exact-not-first': { of: 'search_produtos', from: 'limit 10)', to: 'limit 0)' },
};
