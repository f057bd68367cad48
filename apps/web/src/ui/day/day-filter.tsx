import { type ComponentProps, useId } from 'react';
import { cn } from '#lib/class-names.ts';
import { DayInput } from './day-input.tsx';

interface DayFilterProps
  extends Pick<ComponentProps<typeof DayInput>, 'label' | 'value' | 'onDay' | 'min' | 'max'> {
  className?: string;
}

/** A day in a toolbar, with its label beside it. */
export function DayFilter({ className, ...rest }: DayFilterProps) {
  const id = useId();
  return (
    <div className={cn('flex min-w-0 items-start gap-2 text-control text-muted', className)}>
      <label htmlFor={id} className="flex h-9 min-w-6 shrink-0 items-center md:h-8">
        {rest.label}
      </label>
      <DayInput
        wiring={{ id, 'aria-describedby': undefined, 'aria-invalid': undefined }}
        width="w-44 md:w-40"
        className="h-9 border-border pl-2 shadow-control md:h-8 md:text-control"
        {...rest}
      />
    </div>
  );
}
