import { MAX_ETIQUETAS } from '@prumo/contract/pedidos-etiquetas.ts';
import type { PedidoDaFila } from '@prumo/contract/pedidos-fila.ts';

/** The parcels of each file: of one conta, and as many as the marketplace prints at once. */
export function filesOf(pedidos: readonly PedidoDaFila[]): PedidoDaFila[][] {
  const contas = Map.groupBy(pedidos, ({ conta }) => conta.id);
  return [...contas.values()].flatMap((ofConta) =>
    Array.from({ length: Math.ceil(ofConta.length / MAX_ETIQUETAS) }, (_, at) =>
      ofConta.slice(at * MAX_ETIQUETAS, (at + 1) * MAX_ETIQUETAS),
    ),
  );
}

/** Says before the print how many files there will be, and why. */
export function planText(pedidos: readonly PedidoDaFila[]): string {
  const files = filesOf(pedidos).length;
  const labels = `${pedidos.length} ${pedidos.length === 1 ? 'etiqueta' : 'etiquetas'}`;
  if (files === 1) return `${labels} em um arquivo.`;
  return `${labels} em ${files} arquivos: cada um tem até ${MAX_ETIQUETAS} etiquetas de uma conta.`;
}
