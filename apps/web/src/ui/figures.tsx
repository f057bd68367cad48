import type { ReactNode } from 'react';
import { cn } from '#lib/class-names.ts';

/** Shows figures side by side, separated by hairlines. */
export const Figures = ({
  label,
  className,
  children,
}: {
  label: string;
  className: string;
  children: ReactNode;
}) => (
  <section aria-label={label} className="overflow-hidden rounded-card border">
    {/* The grid gap draws the hairlines, so they stay correct however the figures wrap. */}
    <dl className={cn('grid gap-px bg-border', className)}>{children}</dl>
  </section>
);

interface FigureProps {
  label: string;
  value: string;
  /** What a value that is a code of another system means. */
  meaning?: string | undefined;
  /** A second line. */
  note?: ReactNode;
  /** `warn` colours a figure that needs attention. */
  tone?: 'plain' | 'warn';
  className?: string;
}

export const Figure = ({ label, value, meaning, note, tone = 'plain', className }: FigureProps) => (
  <div className={cn('flex min-w-0 flex-col gap-0.5 bg-surface px-3.5 py-3', className)}>
    <dt className="text-meta text-muted">{label}</dt>
    <dd
      className={cn(
        'wrap-anywhere font-semibold text-page tracking-[-0.02em]',
        tone === 'warn' && 'text-warn-fg',
      )}
    >
      {value}
    </dd>
    {meaning && <dd className="text-control">{meaning}</dd>}
    {note && <dd className="text-meta text-muted">{note}</dd>}
  </div>
);
