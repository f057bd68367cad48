import { Timer } from 'lucide-react';
import { cn } from '#lib/class-names.ts';
import { formatDateTime } from '#lib/numbers/format.ts';
import { Tooltip } from '#ui/tooltip.tsx';
import { countdownOf, type Tom, tomOf } from './prazo-words.ts';

export const TONS: Readonly<Record<Tom, string>> = {
  ruim: 'text-bad-fg',
  atencao: 'text-warn-fg',
  neutro: 'text-muted',
};

/** The countdown of a deadline. Its hint has the whole date. */
export function Prazo({ prazo, now, className }: { prazo: string; now: number; className?: string }) {
  return (
    <Tooltip text={formatDateTime(prazo)}>
      <time
        dateTime={prazo}
        className={cn(
          'inline-flex shrink-0 items-center gap-1.5 font-medium text-meta',
          TONS[tomOf(prazo, now)],
          className,
        )}
      >
        <Timer aria-hidden className="size-3.5 shrink-0" />
        {countdownOf(prazo, now)}
      </time>
    </Tooltip>
  );
}
