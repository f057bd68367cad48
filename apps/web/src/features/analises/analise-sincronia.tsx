import type { Sincronia } from '@prumo/contract/analises.ts';
import { useId } from 'react';
import { formatDate } from '#lib/numbers/format.ts';

/** The progress of the first synchronisation of the pedidos. */
export function AnaliseSincronia({ sincronia }: { sincronia: Sincronia }) {
  const id = useId();
  const { em_andamento, completo_desde, historico_desde } = sincronia;
  const share = shareOf(sincronia);
  if (share === 1) return null;
  if (!em_andamento)
    return completo_desde ? (
      <p className="text-control text-muted">
        Os números contam só os pedidos feitos desde {formatDate(completo_desde)}.
      </p>
    ) : null;
  return (
    <div className="flex flex-col gap-2 rounded-card border p-4">
      <p id={id} className="text-control">
        Buscando os pedidos desde {historico_desde ? formatDate(historico_desde) : 'um ano atrás'}. Os números
        crescem enquanto eles chegam; você pode continuar trabalhando.
      </p>
      <progress
        aria-labelledby={id}
        value={share}
        className="h-1.5 w-full appearance-none overflow-hidden rounded-full bg-subtle [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-subtle [&::-webkit-progress-value]:bg-primary"
      />
      <p className="text-meta text-muted">
        {completo_desde ? `Já estão aqui os feitos desde ${formatDate(completo_desde)}.` : 'Começando…'}
      </p>
    </div>
  );
}

/** The completed part of the synchronisation, as a fraction from 0 to 1. */
function shareOf({ completo_desde, historico_desde }: Sincronia): number {
  if (!completo_desde || !historico_desde) return 0;
  const [until, from, to] = [Date.now(), Date.parse(completo_desde), Date.parse(historico_desde)];
  return from <= to ? 1 : Math.max(0, (until - from) / (until - to));
}
