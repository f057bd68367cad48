import { type HeldImportacao, holdLease } from '#modules/importacoes/lease.queries.ts';
import { accessOf, type ImportParts, type Lease, type Outcome } from '#modules/importacoes/lease.ts';
import {
  agreeInGroups,
  COMPARE_BUDGET,
  FIRST,
  finishReading,
  type Member,
  type Place,
  proposeStretch,
  selectLikenesses,
} from './compare.queries.ts';
import { groupsOf, type Likeness, type Membership } from './compare-groups.ts';

/** The number of units that one statement compares with the catalogue. */
const STRETCH = 5000;

/**
 * Proposes an action for each unit. Every run starts at the first unit, because a second proposal has the
 * same result.
 */
export async function compareAll(
  { db }: ImportParts,
  lease: Lease,
  importacao: HeldImportacao,
): Promise<Outcome> {
  const importacaoId = importacao.id;
  const access = accessOf(lease);
  const units: Likeness[] = [];
  const ends: Place[] = [];
  for (let after = FIRST; ; ) {
    const rows = await db.read(access, (tx) =>
      selectLikenesses(tx, { importacaoId, seller: importacao, after, limit: STRETCH }),
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
    const isOurs = await db.write(
      access,
      async (tx) => {
        if ((await holdLease(tx, lease))?.passo !== 'comparar') return false;
        await proposeStretch(tx, { importacaoId, seller: importacao, after, last, members });
        return true;
      },
      COMPARE_BUDGET,
    );
    if (!isOurs) return 'lost';
  }
  return db.write(
    access,
    async (tx) => {
      if ((await holdLease(tx, lease))?.passo !== 'comparar') return 'lost';
      await agreeInGroups(tx, importacaoId, membersOf(units));
      await finishReading(tx, importacaoId);
      return 'done';
    },
    COMPARE_BUDGET,
  );
}

const memberOf = (chave: string, { mesmo_produto, isTwin, talvez, hasVagueSku }: Membership): Member => ({
  chave,
  mesmo_produto,
  gemeo: isTwin,
  sku_vago: hasVagueSku,
  talvez: talvez?.chave ?? null,
  por: talvez?.por ?? null,
});
