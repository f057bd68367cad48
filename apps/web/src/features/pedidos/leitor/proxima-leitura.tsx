import type { PedidoAberto } from '@prumo/contract/pedidos-fila.ts';
import { ScanBarcode } from 'lucide-react';
import { nextReadText } from './leituras.ts';

/** Says what to read next of a parcel that a scan has opened. */
export function ProximaLeitura({ pedido, lidas }: { pedido: PedidoAberto; lidas: readonly string[] }) {
  const text = nextReadText(pedido, lidas);
  if (text === undefined) return null;
  return (
    <p className="flex items-center gap-2 bg-accent px-4 py-2 font-medium text-accent-fg text-control">
      <ScanBarcode aria-hidden className="size-4 shrink-0" />
      {text}
    </p>
  );
}
