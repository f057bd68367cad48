import { pedidos } from '@prumo/contract/pedidos.ts';
import { MAX_ETIQUETAS } from '@prumo/contract/pedidos-etiquetas.ts';
import type { PedidoDaFila } from '@prumo/contract/pedidos-fila.ts';
import { Check, Printer } from 'lucide-react';
import { useState } from 'react';
import { useMay } from '#lib/session/may.tsx';
import { BulkBar } from '#records/selection/bulk-bar.tsx';
import { Button } from '#ui/button.tsx';
import { canPrint, hasCountdown } from './pedido-words.ts';
import type { Escolhidos } from './use-escolhidos.ts';

interface EscolhidosBarProps {
  escolhidos: Escolhidos;
  onPrint: (pedidos: readonly PedidoDaFila[]) => void;
  onPick: (ids: readonly string[]) => Promise<void>;
}

/** What a person does with the picked parcels. Each action names how many of them it takes. */
export function EscolhidosBar({ escolhidos, onPrint, onPick }: EscolhidosBarProps) {
  const mayPick = useMay(pedidos.pick);
  const [busy, setBusy] = useState(false);
  const printable = escolhidos.pedidos.filter(canPrint);
  const open = escolhidos.pedidos.filter((pedido) => hasCountdown(pedido) && !pedido.separado_em);
  return (
    <BulkBar count={escolhidos.pedidos.length} elsewhere={false} all={undefined} onClear={escolhidos.clear}>
      {mayPick && (
        <>
          <Button look="primary" disabled={printable.length === 0} onClick={() => onPrint(printable)}>
            <Printer aria-hidden />
            Imprimir {printable.length} {printable.length === 1 ? 'etiqueta' : 'etiquetas'}
          </Button>
          <Button
            look="ghost"
            busy={busy}
            disabled={open.length === 0}
            onClick={async () => {
              setBusy(true);
              await onPick(open.map(({ id }) => id));
              setBusy(false);
            }}
          >
            <Check aria-hidden />
            Marcar {open.length} {open.length === 1 ? 'separado' : 'separados'}
          </Button>
          <span className="shrink-0 px-1 text-meta text-muted">até {MAX_ETIQUETAS} por arquivo</span>
        </>
      )}
    </BulkBar>
  );
}
