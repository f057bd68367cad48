import type { CancelamentoInput } from '@prumo/contract/vendas-balcao.ts';
import { changeStock } from '#modules/movimentos/change-stock.ts';
import { toHundredths, toReading } from '#modules/movimentos/hundredths.ts';
import { refused } from '#modules/movimentos/refused.ts';
import { lockProdutos } from '#modules/movimentos/stock.queries.ts';
import { recordAtividade } from '#platform/db/history.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { AppError, found } from '#platform/errors.ts';
import { cancelVenda, type Stored, selectStored } from './vendas-balcao.queries.ts';

export const MISSING = 'Venda não encontrada. Recarregue a página.';

/**
 * Cancels a whole sale. The units that can be sold again enter the stock, the damaged ones do not, and the comissao no longer
 * counts. Executes each id once: a repetition finds what the first one wrote.
 */
export async function cancel(tx: TenantDb, id: string, input: CancelamentoInput) {
  const { itens } = found(await selectStored(tx, id), MISSING);
  // The produtos come before the sale, in the order that every change of stock takes.
  const [locked, read] = await Promise.all([
    lockProdutos(
      tx,
      itens.map(({ produto_id }) => produto_id),
    ),
    selectStored(tx, id, true),
  ]);
  const venda = found(read, MISSING);
  const { numero } = venda;
  if (venda.cancelada_em !== null) {
    if (venda.cancelamento_id === input.id && isSame(venda, input)) return { id, numero, lote: tx.lote };
    throw new AppError('conflict', `A venda ${numero} já foi cancelada. Recarregue a página.`);
  }
  refuseOthers(venda, input);
  const entering = input.itens.filter(({ vendavel }) => toHundredths(vendavel) > 0n);
  const there = new Set(locked.map((produto) => produto.id));
  const gone = venda.itens.find((item) => isIn(entering, item) && !there.has(item.produto_id));
  if (gone)
    throw itemError(
      gone.produto_id,
      `${gone.nome} foi excluído. Restaure-o na lixeira e cancele de novo, ou diga que as unidades voltaram com avaria.`,
    );
  const deposito = input.deposito_id ?? venda.deposito_id;
  await cancelVenda(tx, {
    ...{ id, cancelamento_id: input.id, motivo: input.motivo, itens: input.itens },
    volta_deposito_id: entering.length > 0 ? deposito : null,
  });
  await enter(tx, { venda, deposito, chave: input.id, entering });
  await recordAtividade(tx, 'venda_balcao_cancelada', {
    numero: String(numero),
    total: toReading(toHundredths(venda.total)),
  });
  return { id, numero, lote: tx.lote };
}

interface Entering {
  venda: Stored;
  deposito: string;
  chave: string;
  entering: CancelamentoInput['itens'];
}

async function enter(tx: TenantDb, { venda, deposito, chave, entering }: Entering): Promise<void> {
  if (entering.length === 0) return;
  const outcome = await changeStock(
    tx,
    entering.map(({ produto_id, vendavel }) => ({
      produto: produto_id,
      command: { do: 'entrada' as const, deposito, quantidade: toHundredths(vendavel) },
    })),
    { motivo: `Cancelamento da venda ${venda.numero} no balcão`, origem: 'balcao', chaveOf: () => chave },
  );
  if (!outcome.ok) throw refused(outcome.refusal);
}

/** Refuses items that are not exactly those of the sale, and more units than were sold. */
function refuseOthers({ itens }: Stored, input: CancelamentoInput): void {
  const named = new Set(input.itens.map(({ produto_id }) => produto_id));
  const isWhole = named.size === itens.length && input.itens.length === itens.length;
  if (!isWhole || !itens.every(({ produto_id }) => named.has(produto_id)))
    throw new AppError(
      'invalid',
      'Diga o que voltou de cada peça da venda. Recarregue a página e tente de novo.',
    );
  for (const { produto_id, quantidade } of itens) {
    const { vendavel = '0' } = input.itens.find((each) => each.produto_id === produto_id) ?? {};
    if (toHundredths(vendavel) > toHundredths(quantidade))
      throw itemError(
        produto_id,
        `A venda levou ${toReading(toHundredths(quantidade))}. Informe até esta quantidade.`,
      );
  }
}

const isIn = (entering: CancelamentoInput['itens'], { produto_id }: { produto_id: string }) =>
  entering.some((each) => each.produto_id === produto_id);

const itemError = (produtoId: string, message: string) =>
  new AppError('invalid', message, { campos: { [`itens.${produtoId}`]: message } });

function isSame({ itens, motivo, ...venda }: Stored, input: CancelamentoInput): boolean {
  const place = input.deposito_id ?? venda.deposito_id;
  return (
    motivo === input.motivo &&
    (venda.volta_deposito_id === null || venda.volta_deposito_id === place) &&
    itens.every(({ produto_id, voltou }) => {
      const said = input.itens.find((each) => each.produto_id === produto_id);
      return said !== undefined && voltou !== null && toHundredths(said.vendavel) === toHundredths(voltou);
    })
  );
}
