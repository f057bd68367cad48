import {
  agreeInGroups,
  FIRST,
  finishReading,
  type Member,
  type Place,
  proposeStretch,
  selectLikenesses,
} from './compare.queries.ts';
import { groupsOf, type Likeness, type Membership } from './compare-groups.ts';
import {
  accessOf,
  type HeldImportacao,
  holdTurn,
  type ImportParts,
  type Outcome,
  type Turn,
} from './turn.ts';

/** So many are compared with the catalogue by one statement. */
const STRETCH = 5000;

/** Proposes what is to be done of each unit. From the start each time: what was proposed before is proposed again. */
export async function compareAll(
  { db }: ImportParts,
  turn: Turn,
  { id: importacaoId, user_ml_id: userMlId }: HeldImportacao,
): Promise<Outcome> {
  const access = accessOf(turn);
  const units: Likeness[] = [];
  const ends: Place[] = [];
  for (let after = FIRST; ; ) {
    const rows = await db.read(access, (tx) =>
      selectLikenesses(tx, { importacaoId, userMlId, after, limit: STRETCH }),
    );
    const last = rows.at(-1);
    if (!last) break;
    for (const { anuncio_id: _, variacao_id: __, ...unit } of rows) units.push(unit);
    after = { anuncio_id: last.anuncio_id, variacao_id: last.variacao_id };
    ends.push(after);
  }
  const groups = groupsOf(units);
  const membersOf = (some: readonly Likeness[]) =>
    some.flatMap(({ chave }) => {
      const group = groups.get(chave);
      return group ? memberOf(chave, group) : [];
    });

  for (const [n, last] of ends.entries()) {
    const after = ends[n - 1] ?? FIRST;
    const members = membersOf(units.slice(n * STRETCH, (n + 1) * STRETCH));
    const isOurs = await db.write(access, async (tx) => {
      if ((await holdTurn(tx, turn))?.passo !== 'comparar') return false;
      await proposeStretch(tx, { importacaoId, userMlId, after, last, members });
      return true;
    });
    if (!isOurs) return 'lost';
  }
  return db.write(access, async (tx) => {
    if ((await holdTurn(tx, turn))?.passo !== 'comparar') return 'lost';
    await agreeInGroups(tx, importacaoId, membersOf(units));
    await finishReading(tx, importacaoId);
    return 'done';
  });
}

const memberOf = (chave: string, { mesmo_produto, isTwin, talvez, hasVagueSku }: Membership): Member => ({
  chave,
  mesmo_produto,
  gemeo: isTwin,
  sku_vago: hasVagueSku,
  talvez: talvez?.chave ?? null,
  por: talvez?.por ?? null,
});
