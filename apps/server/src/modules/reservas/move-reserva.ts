import type { MudancaDeDeposito } from '@prumo/contract/reservas.ts';
import { takesNothing } from '#modules/movimentos/refusals.ts';
import { lockProdutos } from '#modules/movimentos/stock.queries.ts';
import { refreshFila } from '#modules/pedidos/fila/refresh-fila.ts';
import { recordAtividade } from '#platform/db/history.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { AppError, found } from '#platform/errors.ts';
import { selectDeposito } from './conferencias.queries.ts';
import { alvoOf } from './next-writes.ts';
import { selectLida } from './read-reservas.queries.ts';
import { MISSING } from './refusals.ts';
import { writeItem } from './write-reserva.ts';

/**
 * Moves a promise to another deposito, for example to one that has the goods. The goods themselves do not move. A saida
 * that waits for stock is tried there.
 */
export async function moveReserva(
  tx: TenantDb,
  id: string,
  { deposito_id, deposito_lido }: MudancaDeDeposito,
): Promise<void> {
  const { produto_id } = found(await selectLida(tx, id), MISSING);
  const [, read, destino] = await Promise.all([
    lockProdutos(tx, [produto_id]),
    selectLida(tx, id),
    selectDeposito(tx, deposito_id),
  ]);
  const reserva = found(read, MISSING);
  if (reserva.reservado === 0 || reserva.saiu > 0)
    throw new AppError('conflict', 'Este pedido não espera mais por estoque. Recarregue a página.');
  if (reserva.deposito_id !== deposito_lido)
    throw new AppError(
      'conflict',
      `A reserva está agora ${reserva.deposito_nome === null ? 'sem depósito' : `no depósito ${reserva.deposito_nome}`}. Confira e tente de novo.`,
    );
  if (!destino) throw refuse('Este depósito não existe mais. Escolha outro.');
  if (!destino.ativo) throw refuse(takesNothing(destino.nome));
  const { criado_em, prazo } = reserva;
  const { marketplace, seller_id, pedido_id, anuncio_id, variacao_id } = reserva;
  const chave = { marketplace, seller_id, pedido_id, anuncio_id, variacao_id };
  await writeItem(tx, { chave, produto_id, criado_em, prazo, alvo: alvoOf(reserva) }, reserva, deposito_id);
  await refreshFila(tx, { marketplace, sellerId: seller_id }, [pedido_id]);
  if (deposito_id !== deposito_lido)
    await recordAtividade(tx, 'reserva_movida', { pedido: pedido_id, deposito: destino.nome });
}

const refuse = (message: string) => new AppError('invalid', message, { campos: { deposito_id: message } });
