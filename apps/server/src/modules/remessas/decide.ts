import type { RemessaInput } from '@prumo/contract/remessas.ts';
import { toHundredths } from '#modules/movimentos/hundredths.ts';
import type { LedgerLine } from '#modules/movimentos/stock.queries.ts';

/** One of the two movimentos of a remessa. */
export interface Half {
  tipo: 'saida' | 'entrada';
  empresaId: string;
  depositoId: string;
  quantidade: bigint;
  /** The produto, by its id in the empresa that sends it and by its SKU in the empresa that receives it. */
  produto: { id: string } | { sku: string };
}

/** The two movimentos of a remessa. */
export function halvesOf(remessa: RemessaInput): { saida: Half; entrada: Half } {
  const quantidade = toHundredths(remessa.quantidade);
  return {
    saida: {
      tipo: 'saida',
      empresaId: remessa.de_empresa_id,
      depositoId: remessa.de_deposito_id,
      quantidade,
      produto: { id: remessa.de_produto_id },
    },
    entrada: {
      tipo: 'entrada',
      empresaId: remessa.para_empresa_id,
      depositoId: remessa.para_deposito_id,
      quantidade,
      produto: { sku: remessa.para_sku },
    },
  };
}

/**
 * Whether the ledger lines under the key of a remessa are this half of it. The SKU is not compared, because the produto
 * may have another one by now.
 */
export function isHalf(lines: readonly LedgerLine[], half: Half): boolean {
  const [line] = lines;
  return (
    line !== undefined &&
    lines.length === 1 &&
    line.origem === 'remessa' &&
    line.tipo === half.tipo &&
    line.deposito_id === half.depositoId &&
    (!('id' in half.produto) || line.produto_id === half.produto.id) &&
    toHundredths(line.delta) === (half.tipo === 'entrada' ? half.quantidade : -half.quantidade)
  );
}
