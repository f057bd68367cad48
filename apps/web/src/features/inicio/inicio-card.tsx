import { type ReactNode, useId } from 'react';
import { cn } from '#lib/class-names.ts';
import { formatInteger } from '#lib/numbers/format.ts';

interface InicioCardProps {
  title: string;
  /** The number of rows, beside the title. Zero shows nothing. */
  count?: number | undefined;
  /** On the right of the title. */
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A card whose rows reach its edges. */
export function InicioCard({ title, count, aside, className, children }: InicioCardProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={cn('flex min-w-0 flex-col rounded-card border', className)}>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 px-4 py-2">
        <h2 id={id} className="flex items-center gap-2 font-semibold text-body tracking-[-0.01em]">
          {title}
          {count ? (
            <span className="rounded-full bg-subtle px-2 font-medium text-badge text-muted">
              {formatInteger(count)}
            </span>
          ) : null}
        </h2>
        {aside && <div className="text-meta text-muted">{aside}</div>}
      </div>
      {children}
    </section>
  );
}
