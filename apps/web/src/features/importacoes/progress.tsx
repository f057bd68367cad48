import { useId } from 'react';
import { formatInteger } from '#lib/numbers/format.ts';

interface ProgressProps {
  label: string;
  done: number;
  /** Undefined while it is not known. */
  total: number | undefined;
  /** The counted unit, shown after the numbers. */
  unit?: string;
  note?: string | undefined;
}

export function Progress({ label, done, total, unit, note }: ProgressProps) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 text-control">
        <span id={id} className="font-medium">
          {label}
        </span>
        <span className="text-muted tabular-nums">
          {total === undefined ? formatInteger(done) : `${formatInteger(done)} de ${formatInteger(total)}`}
          {unit && ` ${unit}`}
          {note && ` · ${note}`}
        </span>
      </div>
      <progress
        aria-labelledby={id}
        // A total of zero counts as complete. Without a value the bar is indeterminate.
        {...(total !== undefined && { value: total === 0 ? 1 : Math.min(1, done / total) })}
        className="h-1.5 w-full appearance-none overflow-hidden rounded-full bg-subtle indeterminate:animate-pulse indeterminate:bg-primary/30 [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-subtle indeterminate:[&::-webkit-progress-bar]:bg-transparent [&::-webkit-progress-value]:bg-primary [&::-webkit-progress-value]:transition-[inline-size]"
      />
    </div>
  );
}
