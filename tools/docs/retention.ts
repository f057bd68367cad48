import { KEPT } from '../../apps/server/src/platform/db/retention/kept.ts';
import { REMOVED } from '../../apps/server/src/platform/db/retention/retention.ts';

const code = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');

/** The rows of the tables of docs/retention.md, as the declaration of the code gives them. */
export const removedRows = (): string[][] =>
  REMOVED.map(({ what, tables, term, from, decides, why, by }) => [
    what,
    code(tables),
    term === null ? from : `${term} from ${from}`,
    decides,
    why,
    by.includes('.') ? `\`${by}\`` : by,
  ]);

export function keptRows(): string[][] {
  const byReason = new Map<string, string[]>();
  for (const [table, reason] of Object.entries(KEPT))
    byReason.set(reason, [...(byReason.get(reason) ?? []), table]);
  return [...byReason].map(([reason, tables]) => [code(tables), reason]);
}
