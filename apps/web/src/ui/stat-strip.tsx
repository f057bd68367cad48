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
  /** Explains the figure, beside it. */
  note?: string | undefined;
  /** `warn` and `bad` colour a figure that needs attention. */
  tone?: 'plain' | 'warn' | 'bad';
  /** Makes the figure a switch that filters the list to the counted records. */
  filter?: { on: boolean; hint: string; toggle: () => void } | undefined;
}

const tones = { plain: '', warn: 'text-warn-fg', bad: 'text-bad-fg' };

export function Stat({ label, value, note, tone = 'plain', filter }: StatProps) {
  const figure = value ?? <span className="skeleton block h-4 w-14" />;
  return (
    <div
      className={cn(
        'relative flex min-h-11 flex-auto snap-start flex-wrap items-baseline gap-x-1.5 px-3.5 py-1.25',
        filter && 'hover:bg-subtle/60',
        filter?.on && 'bg-accent',
      )}
    >
      <dt className="w-full whitespace-nowrap text-badge text-muted leading-[15px]">{label}</dt>
      <dd className={cn('whitespace-nowrap font-semibold text-body leading-[18px]', tones[tone])}>
        {filter ? (
          <button
            type="button"
            aria-pressed={filter.on}
            aria-label={`${label}: ${value ?? ''}. ${filter.hint}`}
            // The whole figure is the target of the pointer.
            className="before:absolute before:inset-0 focus-visible:outline-none focus-visible:before:outline-2 focus-visible:before:outline-ring focus-visible:before:-outline-offset-2"
            onClick={filter.toggle}
          >
            {figure}
          </button>
        ) : (
          figure
        )}
      </dd>
      <dd className="whitespace-nowrap text-badge text-muted leading-[18px]">{note}</dd>
    </div>
  );
}
