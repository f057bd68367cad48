import type { PedidoAberto } from '@prumo/contract/pedidos-fila.ts';
import { cn } from '#lib/class-names.ts';
import { passoText } from './pedido-words.ts';
import { momentOf } from './prazo-words.ts';

const DOTS = {
  feito: 'bg-ok-mark',
  agora: 'border-2 border-primary bg-surface',
  depois: 'border border-field bg-surface',
};
const SAID = { feito: 'feito', agora: 'próximo passo', depois: 'depois' };

/** What happened to a parcel, and what comes next. */
export function Andamento({ pedido, now }: { pedido: PedidoAberto; now: number }) {
  const { andamento, saida_em } = pedido;
  return (
    <div className="px-4 py-3">
      <h3 className="text-meta text-muted">Andamento</h3>
      <ol className="mt-1.5 flex flex-col">
        {andamento.map((step, at) => (
          <li key={step.passo} className="relative flex items-center gap-3 py-1 text-control">
            {at < andamento.length - 1 && (
              <span aria-hidden className="absolute top-1/2 left-[5px] h-full w-px bg-border" />
            )}
            <span
              aria-hidden
              className={cn('relative size-[11px] shrink-0 rounded-full', DOTS[step.situacao])}
            />
            <span
              className={cn(
                'min-w-0 flex-1',
                step.situacao === 'agora' && 'font-medium',
                step.situacao === 'depois' && 'text-muted',
              )}
            >
              {passoText(step, saida_em)}
              <span className="sr-only"> ({SAID[step.situacao]})</span>
            </span>
            <span className="text-meta text-muted">
              {step.em
                ? `${step.situacao === 'feito' ? '' : 'até '}${momentOf(step.em, now)}`
                : step.situacao === 'agora' && 'agora'}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
