import type { ComponentProps } from 'react';
import { cn } from '#lib/class-names.ts';
import { Tooltip } from './tooltip.tsx';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label'> {
  /** The accessible name. */
  label: string;
  /** A shorter tooltip text, when the accessible name also identifies the row. */
  hint?: string;
}

export function IconButton({ label, hint, className, type, ...rest }: IconButtonProps) {
  return (
    <Tooltip text={hint ?? label}>
      <button
        type={type ?? 'button'}
        aria-label={label}
        className={cn(
          'inline-flex base:size-8 shrink-0 items-center justify-center rounded-control text-muted transition-colors hover:enabled:bg-subtle hover:enabled:text-fg disabled:opacity-45 [&_svg]:size-4',
          className,
        )}
        {...rest}
      />
    </Tooltip>
  );
}
