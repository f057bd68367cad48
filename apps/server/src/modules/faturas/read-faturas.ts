import { CallsRefused } from '#modules/marketplace/custos.ts';
import { isMarketplaceError } from '#modules/marketplace/errors.ts';
import { lockVendas } from '#modules/vendas/vendas.queries.ts';
import { systemAccess } from '#platform/db/system-access.ts';
import type { Parts } from './faturas.job.ts';
import {
  type ContaRef,
  hasUnreadVendas,
  insertLinhas,
  markFinished,
  markRead,
  selectSemPedido,
  takeFaturas,
} from './faturas.queries.ts';
import { matchLinhas } from './match-linhas.ts';

/** The lines that one transaction matches. */
const MATCHED = 500;

/**
 * Reads the bills of a seller month by month. A month that cannot be read does not keep the others from being read, and is
 * tried again within the hour, later after growing pauses. Then it looks again for the pedidos of unmatched lines, which may have become known since.
 */
export async function readFaturas(
  { db, tokens }: Parts,
  conta: ContaRef,
  isOver: () => boolean,
): Promise<void> {
  const access = systemAccess(conta.empresaId);
  const open = await db.write(access, (tx) => takeFaturas(tx, conta));
  const [first] = open;
  if (!first) return;
  const months = open.filter(({ isDue }) => isDue);
  const read: string[] = [];
  const failures: unknown[] = [];
  for (const month of months) {
    try {
      if (!(await readMonth({ db, tokens }, conta, { ...month, isOver }))) break;
      read.push(month.competencia);
    } catch (error) {
      failures.push(error);
      if (!isAboutTheMonth(error)) break;
    }
  }
  // Asked before the lines look for their sales, because a sale may be read meanwhile.
  const isWaiting = await db.read(access, (tx) => hasUnreadVendas(tx, conta));
  const isMatched = await matchAll({ db }, conta, { since: first.competencia, isOver });
  const isForbidden = failures.some((error) => isMarketplaceError(error, 'forbidden'));
  const isFinished = isMatched && read.length === months.length;
  // Last, so that a reading that was killed before it matched its lines goes on after an hour.
  await db.write(access, async (tx) => {
    if (isMatched) await markRead(tx, conta, read);
    if (isFinished || isForbidden) await markFinished(tx, conta, { isForbidden, isWaiting });
  });
  if (failures.length > 0 && !isForbidden) throw failures[0];
}

/** What is wrong with one bill only, such as an incomplete answer or a line of another form. */
const isAboutTheMonth = (error: unknown) =>
  isMarketplaceError(error, 'unavailable', 'uncertain', 'misconfigured') && !(error instanceof CallsRefused);

/**
 * Reads a bill page by page, each stored with the place where the next one begins, so that a killed reading goes on there.
 * Returns whether it came to the end.
 */
async function readMonth(
  { db, tokens }: Pick<Parts, 'db' | 'tokens'>,
  conta: ContaRef,
  { competencia, posicao, isOver }: { competencia: string; posicao: string | null; isOver: () => boolean },
): Promise<boolean> {
  for (let after = posicao; !isOver(); ) {
    const page = await tokens.withToken(conta, (accessToken, { custos }) =>
      custos.fatura({ accessToken, turn: { waits: 'background', key: conta.empresaId } }, competencia, after),
    );
    await db.write(systemAccess(conta.empresaId), (tx) => insertLinhas(tx, conta, { ...page, competencia }));
    if (page.isEnd) return true;
    after = page.posicao;
  }
  return false;
}

/** Returns whether it came to the last line. */
async function matchAll(
  { db }: Pick<Parts, 'db'>,
  conta: ContaRef,
  { since, isOver }: { since: string; isOver: () => boolean },
): Promise<boolean> {
  let after: { competencia: string; id: string } | undefined = { competencia: since, id: '' };
  while (after && !isOver()) {
    const from: { competencia: string; id: string } = after;
    after = await db.write(systemAccess(conta.empresaId), async (tx) => {
      // The pedidos of a parcel must not change while it is shared out over them.
      await lockVendas(tx, conta);
      const linhas = await selectSemPedido(tx, conta, { since, after: from, limit: MATCHED });
      if (linhas.length > 0) await matchLinhas(tx, conta, linhas);
      return linhas.length < MATCHED ? undefined : linhas.at(-1);
    });
  }
  return after === undefined;
}
