import type { RestauracaoInput } from '@prumo/contract/vendas-balcao.ts';
import { changeStock } from '#modules/movimentos/change-stock.ts';
import { toHundredths, toReading } from '#modules/movimentos/hundredths.ts';
import { refused } from '#modules/movimentos/refused.ts';
import { lockProdutos, selectPlaces } from '#modules/movimentos/stock.queries.ts';
import { recordAtividade } from '#platform/db/history.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { AppError, found } from '#platform/errors.ts';
import { MISSING } from './cancel.ts';
import { judgeItems, type Wanted } from './judge-items.ts';
import { goneInRestoreError, leftError, promisedError } from './refusals.ts';
import { isOfToday, restoreVenda, type Stored, selectStored } from './vendas-balcao.queries.ts';

/**
 * Undoes the cancellation of a sale on its day. The units that came back leave the deposito that they entered, if they are
 * still there. The damaged ones entered no stock, and nothing happens to them.
 */
export async function restore(tx: TenantDb, id: string, { id: chave, prometidas }: RestauracaoInput) {
  const { itens } = found(await selectStored(tx, id), MISSING);
  // The produtos come before the sale, in the order that every change of stock takes.
  const locked = await lockProdutos(
    tx,
    itens.map(({ produto_id }) => produto_id),
  );
  const venda = found(await selectStored(tx, id, true), MISSING);
  const { numero, cancelada_em } = venda;
  if (cancelada_em === null)
    throw new AppError('conflict', `A venda ${numero} não está cancelada. Recarregue a página.`);
  if (!(await isOfToday(tx, cancelada_em)))
    throw new AppError(
      'conflict',
      `O cancelamento da venda ${numero} só pode ser desfeito no mesmo dia, porque a comissão dele já pode ter sido acertada. Faça uma venda nova.`,
    );
  const leaving = itemsOf(venda);
  const there = new Set(locked.map((produto) => produto.id));
  const gone = leaving.find(({ produto_id }) => !there.has(produto_id));
  if (gone) throw goneInRestoreError(gone.nome);
  if (leaving.length > 0 && venda.volta_deposito_id)
    await judge(tx, leaving, { venda, deposito: venda.volta_deposito_id, prometidas });
  await restoreVenda(tx, id);
  if (leaving.length > 0 && venda.volta_deposito_id)
    await leave(tx, leaving, { venda, deposito: venda.volta_deposito_id, chave });
  await recordAtividade(tx, 'venda_balcao_restaurada', {
    numero: String(numero),
    total: toReading(toHundredths(venda.total)),
  });
  return { id, numero, lote: tx.lote };
}

type Leaving = { produto_id: string; nome: string; quantidade: bigint };

/** The units that came back fit for sale. */
const itemsOf = ({ itens }: Stored): Leaving[] =>
  itens
    .map(({ produto_id, nome, voltou }) => ({ produto_id, nome, quantidade: toHundredths(voltou ?? '0') }))
    .filter(({ quantidade }) => quantidade > 0n);

interface Judged {
  venda: Stored;
  deposito: string;
  prometidas: RestauracaoInput['prometidas'];
}

/** Refuses what the deposito does not have any more, and asks before it takes promised units, as a sale does. */
async function judge(
  tx: TenantDb,
  leaving: readonly Leaving[],
  { venda, deposito, prometidas }: Judged,
): Promise<void> {
  const places = await selectPlaces(
    tx,
    leaving.map(({ produto_id }) => produto_id),
    [deposito],
  );
  const [first] = places;
  if (!first)
    throw new AppError(
      'conflict',
      `O depósito em que as peças da venda ${venda.numero} entraram não existe mais. Faça uma venda nova.`,
    );
  const accepted = new Map(prometidas.map((each) => [each.produto_id, toHundredths(each.quantidade)]));
  const wanted = leaving.map(({ produto_id, nome, quantidade }): Wanted => {
    const { saldo = null, reservado = '0' } = places.find((place) => place.produto_id === produto_id) ?? {};
    return {
      ...{ produtoId: produto_id, nome, quantidade, reservado: toHundredths(reservado) },
      saldo: saldo === null ? null : toHundredths(saldo),
      accepted: accepted.get(produto_id) ?? 0n,
    };
  });
  const judgement = judgeItems(wanted);
  if (judgement.is === 'short') throw leftError(judgement.items, first.nome);
  if (judgement.is === 'promised') throw promisedError(judgement.items);
}

async function leave(
  tx: TenantDb,
  leaving: readonly Leaving[],
  { venda: { numero }, deposito, chave }: { venda: Stored; deposito: string; chave: string },
): Promise<void> {
  const outcome = await changeStock(
    tx,
    leaving.map(({ produto_id, quantidade }) => ({
      produto: produto_id,
      command: { do: 'saida' as const, deposito, quantidade },
    })),
    { motivo: `Venda ${numero} no balcão restaurada`, origem: 'balcao', chaveOf: () => chave },
  );
  // The judgement read the same rows under the same locks.
  if (!outcome.ok) throw refused(outcome.refusal);
}
