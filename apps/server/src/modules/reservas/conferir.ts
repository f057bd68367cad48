import type { Conferencia } from '@prumo/contract/reservas.ts';
import { writeGoodsBack } from '#modules/custos/write-goods.ts';
import { changeStock } from '#modules/movimentos/change-stock.ts';
import { selectByChave } from '#modules/movimentos/movimentos.queries.ts';
import { refused } from '#modules/movimentos/refused.ts';
import type { LedgerLine } from '#modules/movimentos/stock.queries.ts';
import { lockProdutos } from '#modules/movimentos/stock.queries.ts';
import { refreshFila } from '#modules/pedidos/fila/refresh-fila.ts';
import { recordAtividade } from '#platform/db/history.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { AppError, found } from '#platform/errors.ts';
import { insertConferencia, selectConferencia } from './conferencias.queries.ts';
import { inHundredths } from './next-writes.ts';
import { type Lida, selectLida } from './read-reservas.queries.ts';
import { MISSING } from './refusals.ts';

/**
 * Records what a person says about returned units. The sellable ones enter the stock as an entrada, the damaged ones
 * enter none. Executes each id once: a repetition finds what the first one wrote.
 */
export async function conferir(tx: TenantDb, id: string, input: Conferencia): Promise<LedgerLine[]> {
  const { produto_id } = found(await selectLida(tx, id), MISSING);
  const [locked, reserva, earlier] = await Promise.all([
    lockProdutos(tx, [produto_id]),
    selectLida(tx, id),
    selectConferencia(tx, input.id),
  ]);
  if (earlier) {
    if (earlier.reserva_id === id && isSame(earlier, input)) return selectByChave(tx, input.id);
    throw new AppError('invalid', 'Esta conferência já foi usada. Recarregue a página e tente de novo.');
  }
  const before = found(reserva, MISSING);
  refuseTooMany(before, input);
  const lines = input.vendavel > 0 ? await enter(tx, before, input, locked.length > 0) : [];
  if (input.vendavel > 0)
    await writeGoodsBack(tx, {
      ...{ ...before, units: input.vendavel },
      ...{ fonte: 'conferencia', fonte_id: input.id },
    });
  await insertConferencia(tx, {
    ...{ chave: input.id, reserva_id: id, vendavel: input.vendavel, avariado: input.avariado },
    deposito_id: input.deposito_id,
  });
  const { marketplace, seller_id: sellerId, pedido_id } = before;
  await refreshFila(tx, { marketplace, sellerId }, [pedido_id]);
  await recordAtividade(tx, 'devolucao_conferida', {
    pedido: before.pedido_id,
    vendavel: String(input.vendavel),
    avariado: String(input.avariado),
  });
  return lines;
}

const isSame = (
  one: Pick<Conferencia, 'vendavel' | 'avariado' | 'deposito_id'>,
  other: Pick<Conferencia, 'vendavel' | 'avariado' | 'deposito_id'>,
) =>
  one.vendavel === other.vendavel && one.avariado === other.avariado && one.deposito_id === other.deposito_id;

function refuseTooMany({ a_conferir, vendavel, avariado }: Lida, input: Conferencia): void {
  const waiting = Math.max(0, a_conferir - vendavel - avariado);
  if (input.vendavel + input.avariado <= waiting) return;
  throw new AppError(
    'conflict',
    waiting === 0
      ? 'Nenhuma peça deste pedido espera conferência. Recarregue a página.'
      : `Só ${waiting} ${waiting === 1 ? 'peça deste pedido espera' : 'peças deste pedido esperam'} conferência. Informe uma quantidade menor.`,
  );
}

async function enter(
  tx: TenantDb,
  { produto_id, deposito_id, deposito_nome, pedido_id }: Lida,
  input: Conferencia,
  isThere: boolean,
): Promise<LedgerLine[]> {
  if (!isThere)
    throw new AppError(
      'conflict',
      'O produto deste pedido foi excluído. Restaure-o na lixeira e confira de novo, ou marque a peça como avariada.',
    );
  const deposito = input.deposito_id ?? (deposito_nome === null ? null : deposito_id);
  if (deposito === null) {
    const message = 'O depósito de onde a peça saiu não existe mais. Escolha outro.';
    throw new AppError('invalid', message, { campos: { deposito_id: message } });
  }
  const command = { do: 'entrada' as const, deposito, quantidade: inHundredths(input.vendavel) };
  const outcome = await changeStock(tx, [{ produto: produto_id, command }], {
    motivo: `Devolução do pedido ${pedido_id}`.slice(0, 200),
    origem: 'venda',
    chaveOf: () => input.id,
  });
  if (!outcome.ok) throw refused(outcome.refusal);
  return outcome.lines;
}
