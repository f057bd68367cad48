import type { ReactNode } from 'react';
import { cn } from '#lib/class-names.ts';

interface StatStripProps {
  /** The accessible name of the strip. */
  label: string;
  /** True while the figures belong to an earlier query and the right ones are loading. */
  stale: boolean;
  children: ReactNode;
}

/** Figures in one row with hairlines between them. Narrow screens scroll them sideways. */
export function StatStrip({ label, stale, children }: StatStripProps) {
  return (
    <section
      aria-label={label}
      aria-busy={stale}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
      tabIndex={0}
      className="shrink-0 snap-x overflow-x-auto rounded-card border focus-visible:outline-offset-1"
    >
      <dl className={cn('flex w-max min-w-full divide-x transition-opacity', stale && 'opacity-60')}>
        {children}
      </dl>
    </section>
  );
}

interface StatProps {
  label: string;
  /** Undefined until it is known. */
  value: string | undefined;
  /** A second line. */
  note?: string | undefined;
  /** `warn` and `bad` colour a figure that needs attention. */
  tone?: 'plain' | 'warn' | 'bad';
}

const tones = { plain: '', warn: 'text-warn-fg', bad: 'text-bad-fg' };

export function Stat({ label, value, note, tone = 'plain' }: StatProps) {
  return (
    <div className="flex min-w-32 flex-auto snap-start flex-col gap-0.5 px-3.5 py-3">
      <dt className="whitespace-nowrap text-meta text-muted">{label}</dt>
      <dd className={cn('whitespace-nowrap font-semibold text-page tracking-[-0.02em]', tones[tone])}>
        {value ?? <span className="skeleton my-1 block h-5 w-16" />}
      </dd>
      <dd className="h-4 whitespace-nowrap text-meta text-muted">{note}</dd>
    </div>
  );
}
