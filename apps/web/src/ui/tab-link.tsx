import { cn } from '#lib/class-names.ts';
import { formatInteger } from '#lib/numbers/format.ts';

/** The look of a row of tabs that are links, so that each opens in another window. */
export const tabLinksLook = '-mx-1 flex gap-1 overflow-x-auto px-1 pt-1 print:hidden';

/** What every such tab gives its link. */
export const tabLink = (isCurrent: boolean) => ({
  // On a phone not all tabs fit, and the current one must be seen.
  ref: isCurrent ? show : undefined,
  'aria-current': isCurrent ? ('page' as const) : undefined,
  activeProps: {},
  className: cn(
    'relative flex h-9 shrink-0 items-center gap-2 whitespace-nowrap rounded-small px-2 text-control focus-visible:-outline-offset-2 pointer-coarse:h-11',
    isCurrent
      ? 'font-medium text-fg after:absolute after:inset-x-0 after:-bottom-px after:h-0.5 after:bg-primary'
      : 'text-muted hover:text-fg',
  ),
});

const show = (tab: HTMLAnchorElement | null) => tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' });

const LOOKS = {
  plain: 'bg-subtle text-muted',
  current: 'bg-accent text-accent-fg',
  bad: 'bg-bad text-bad-fg',
};

interface TabCountProps {
  /** Undefined while the count loads. */
  counted: { total: number; mais: boolean } | undefined;
  look: keyof typeof LOOKS;
}

/** The number of records in a tab. */
export function TabCount({ counted, look }: TabCountProps) {
  if (!counted) return <span aria-hidden className="skeleton h-4 w-5" />;
  return (
    <span className={cn('rounded-full px-1.5 font-medium text-badge', LOOKS[look])}>
      {formatInteger(counted.total)}
      {counted.mais && '+'}
    </span>
  );
}
