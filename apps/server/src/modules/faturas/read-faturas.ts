import { isMarketplaceError } from '#modules/marketplace/errors.ts';
import { lockVendas } from '#modules/vendas/vendas.queries.ts';
import { systemAccess } from '#platform/db/system-access.ts';
import type { Parts } from './faturas.job.ts';
import {
  type ContaRef,
  insertLinhas,
  markForbidden,
  markRead,
  selectSemPedido,
  takeFaturas,
} from './faturas.queries.ts';
import { matchLinhas } from './match-linhas.ts';

/** The lines that one transaction matches. */
const MATCHED = 500;

/**
 * Reads the bills of a seller page by page, each stored with the place where the next one begins, so that a killed
 * reading goes on there. Then it looks again for the pedidos of unmatched lines, which may have become known since.
 */
export async function readFaturas(
  { db, tokens }: Parts,
  conta: ContaRef,
  isOver: () => boolean,
): Promise<void> {
  const access = systemAccess(conta.empresaId);
  const months = await db.write(access, (tx) => takeFaturas(tx, conta));
  try {
    for (const { competencia, posicao } of months) {
      let after = posicao;
      for (let isEnd = false; !isEnd; ) {
        if (isOver()) return;
        const page = await tokens.withToken(conta, (accessToken, { custos }) =>
          custos.fatura(
            { accessToken, turn: { waits: 'background', key: conta.empresaId } },
            competencia,
            after,
          ),
        );
        await db.write(access, (tx) => insertLinhas(tx, conta, { ...page, competencia }));
        after = page.posicao;
        isEnd = page.isEnd;
      }
    }
  } catch (error) {
    if (!isMarketplaceError(error, 'forbidden')) throw error;
    await db.write(access, (tx) => markForbidden(tx, conta));
    return;
  }
  const [first] = months;
  if (!first) return;
  await matchAll({ db }, conta, first.competencia);
  // Last, so that a reading that was killed before it matched its lines goes on after an hour.
  const read = months.map(({ competencia }) => competencia);
  await db.write(access, (tx) => markRead(tx, conta, read));
}

async function matchAll({ db }: Pick<Parts, 'db'>, conta: ContaRef, since: string): Promise<void> {
  let after: { competencia: string; id: string } | undefined = { competencia: since, id: '' };
  while (after) {
    const from: { competencia: string; id: string } = after;
    after = await db.write(systemAccess(conta.empresaId), async (tx) => {
      // The pedidos of a parcel must not change while it is shared out over them.
      await lockVendas(tx, conta);
      const linhas = await selectSemPedido(tx, conta, { since, after: from, limit: MATCHED });
      if (linhas.length > 0) await matchLinhas(tx, conta, linhas);
      return linhas.length < MATCHED ? undefined : linhas.at(-1);
    });
  }
}
