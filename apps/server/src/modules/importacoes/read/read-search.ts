import { type HeldImportacao, holdLease } from '#modules/importacoes/lease.queries.ts';
import { accessOf, type ImportParts, type Lease, type Outcome } from '#modules/importacoes/lease.ts';
import { insertIds, selectVarredura, updateVarredura } from './read.queries.ts';

/**
 * Finds the ids of all anuncios. Each page is stored together with the cursor of the next, so a killed job
 * loses no page. At `until` this job stops, and the next job continues.
 */
export async function searchBatch(
  { db, tokens }: ImportParts,
  lease: Lease,
  { importacao, until }: { importacao: HeldImportacao; until: number },
): Promise<Outcome> {
  const access = accessOf(lease);
  const { id, conta_id, sellerId, estados } = importacao;
  const conta = { empresaId: lease.empresaId, contaId: conta_id };
  return tokens.withToken(conta, async (accessToken, { listings }) => {
    const asker = { accessToken, turn: { waits: 'background', key: lease.empresaId } } as const;
    let cursor = await db.read(access, (tx) => selectVarredura(tx, id));
    while (Date.now() < until) {
      const page = await listings.idsPage(asker, { sellerId, estados }, cursor);
      const next = await db.write(access, async (tx) => {
        if ((await holdLease(tx, lease))?.passo !== 'buscar') return null;
        const after = page.after(await insertIds(tx, id, page.ids));
        await updateVarredura(tx, id, after);
        return after;
      });
      if (!next) return 'lost';
      if (next.cursor === null) return 'done';
      cursor = next.cursor;
    }
    return 'more';
  });
}
