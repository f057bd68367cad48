import type { Pendencia } from '@prumo/contract/inicio.ts';
import { CalendarClock, Clock } from 'lucide-react';
import { useId } from 'react';
import { cn } from '#lib/class-names.ts';
import { formatDateTime, formatInteger } from '#lib/numbers/format.ts';
import { buttonLook } from '#ui/button.tsx';
import { Tooltip } from '#ui/tooltip.tsx';
import { PendenciaLink } from './pendencia-link.tsx';
import { prazoWords } from './prazo-words.ts';

const TONS = { ruim: 'text-bad-fg', atencao: 'text-warn-fg', neutro: '' };

interface PendenciaRowProps {
  pendencia: Pendencia;
  /** Whether this is the next thing to do. Only its button is primary. */
  isFirst: boolean;
  now: number;
}

/** The row is narrow in the side column of a new empresa and on a phone, so it follows the width of its card. */
export function PendenciaRow({ pendencia, isFirst, now }: PendenciaRowProps) {
  const { numero, titulo, detalhe, prazo, tom, acao } = pendencia;
  const id = useId();
  return (
    <li className="flex gap-3 border-t px-4 py-2.5 @xl:items-center">
      <span
        className={cn(
          'min-w-8 shrink-0 text-right font-semibold text-page leading-7 tracking-[-0.02em]',
          TONS[tom],
        )}
      >
        {formatInteger(numero)}
      </span>
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-2 @xl:flex-nowrap">
        <div className="min-w-0 flex-1 basis-full @xl:basis-0">
          <p id={id} className="wrap-anywhere font-medium text-control">
            {titulo}
          </p>
          <p className="wrap-anywhere text-meta text-muted @xl:line-clamp-2">{detalhe}</p>
        </div>
        <div className="min-w-0 flex-1 @xl:w-36 @xl:flex-none">
          {prazo && <Prazo prazo={prazo} now={now} look={TONS[tom]} />}
        </div>
        <PendenciaLink
          acao={acao}
          describedBy={id}
          className={cn(
            buttonLook({ look: isFirst ? 'primary' : 'outline' }),
            'shrink-0 max-md:h-9 @xl:w-34',
          )}
        >
          {acao.texto}
        </PendenciaLink>
      </div>
    </li>
  );
}

function Prazo({ prazo, now, look }: { prazo: NonNullable<Pendencia['prazo']>; now: number; look: string }) {
  const { quando, nota } = prazoWords(prazo, now);
  const Icon = prazo.tipo === 'ate' ? CalendarClock : Clock;
  return (
    <>
      <Tooltip text={formatDateTime(prazo.em)}>
        <time
          dateTime={prazo.em}
          className={cn('flex w-fit items-center gap-1.5 font-medium text-control', look)}
        >
          <Icon aria-hidden className="size-3.5 shrink-0" />
          {quando}
        </time>
      </Tooltip>
      <p className="wrap-anywhere text-meta text-muted">{nota}</p>
    </>
  );
}
