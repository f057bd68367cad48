import type { ModoDePublicacao } from '@prumo/contract/publicacao.ts';
import { Publicacao, publicacao } from '@prumo/contract/publicacao.ts';

type Read<Value> = { value: Value } | { sentence: string };

/** Reads whole units as a person types them: `12` or `1.200`. Any other text gives NaN. */
function unitsIn(text: string): number {
  const bare = text.trim();
  if (!/^(\d+|\d{1,3}(\.\d{3})+)$/.test(bare)) return Number.NaN;
  // A larger number would count as no whole number, and its sentence would be wrong.
  return Math.min(Number(bare.replaceAll('.', '')), Number.MAX_SAFE_INTEGER);
}

/** Reads a typed cota. An empty text leaves the units to the rule. */
export function cotaIn(text: string): Read<number | null> {
  const { cota } = publicacao.setCota.schema.body.shape;
  return readBy(cota.safeParse(text.trim() === '' ? null : unitsIn(text)));
}

/** Reads a mode with the units that it holds back. */
export const publicacaoIn = (modo: ModoDePublicacao, retidas: string): Read<Publicacao> =>
  readBy(Publicacao.safeParse({ modo, retidas: modo === 'compartilhado' ? 0 : unitsIn(retidas) }));

const readBy = <Value>(
  parsed: { success: true; data: Value } | { success: false; error: { issues: { message: string }[] } },
): Read<Value> =>
  parsed.success ? { value: parsed.data } : { sentence: parsed.error.issues[0]?.message ?? '' };
