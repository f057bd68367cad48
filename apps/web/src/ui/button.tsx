import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps } from 'react';
import { cn } from '#lib/class-names.ts';
import { Spinner } from './spinner.tsx';

export const buttonLook = cva(
  'inline-flex shrink-0 select-none items-center justify-center gap-2 whitespace-nowrap rounded-control font-medium base:text-control transition-colors disabled:pointer-events-none disabled:opacity-55 [&_svg]:size-4 [&_svg]:shrink-0',
  {
    variants: {
      look: {
        primary: 'bg-primary text-on-primary shadow-control hover:bg-primary-hover',
        outline: 'border bg-surface text-fg shadow-control hover:bg-subtle',
        ghost: 'text-muted hover:bg-subtle hover:text-fg',
        danger: 'bg-danger text-on-primary shadow-control hover:bg-danger-hover',
      },
      size: {
        control: 'base:h-8 base:px-3',
        large: 'base:h-10 base:px-4 text-body',
      },
    },
    defaultVariants: { look: 'outline', size: 'control' },
  },
);

interface ButtonProps extends ComponentProps<'button'>, VariantProps<typeof buttonLook> {
  busy?: boolean;
}

export function Button({
  look,
  size,
  busy = false,
  className,
  children,
  type,
  disabled,
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type ?? 'button'}
      className={cn(buttonLook({ look, size }), className)}
      disabled={disabled || busy}
      {...rest}
    >
      {busy && <Spinner />}
      {children}
    </button>
  );
}
