import type { ReactNode } from 'react';
import { cn } from '#lib/class-names.ts';

/** Figures side by side, with hairlines between them. */
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
    {/* The gap is the hairline: it stays right however they wrap. */}
    <dl className={cn('grid gap-px bg-border', className)}>{children}</dl>
  </section>
);

interface FigureProps {
  label: string;
  value: string;
  /** A second line. */
  note?: ReactNode;
  className?: string;
}

export const Figure = ({ label, value, note, className }: FigureProps) => (
  <div className={cn('flex min-w-0 flex-col gap-0.5 bg-surface px-3.5 py-3', className)}>
    <dt className="text-meta text-muted">{label}</dt>
    <dd className="wrap-anywhere font-semibold text-page tracking-[-0.02em]">{value}</dd>
    {note && <dd className="text-meta text-muted">{note}</dd>}
  </div>
);

/** A term and what it is, in one line. */
export const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <div className="flex items-baseline justify-between gap-4 text-control">
    <dt className="text-muted">{term}</dt>
    <dd className="text-right font-medium">{children}</dd>
  </div>
);
