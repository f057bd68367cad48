import type { ComponentProps } from 'react';
import { cn } from '#lib/class-names.ts';
import { later } from '#lib/loading/later.tsx';
import type { DialogProps } from './eager-dialog.tsx';
import { Opening } from './opening.tsx';

const EagerDialog = later(async () => (await import('./eager-dialog.tsx')).EagerDialog);

/**
 * Loads the code that all dialogs share when the first dialog opens, because no screen needs it for its first
 * paint.
 */
export function Dialog(props: DialogProps) {
  return (
    <Opening title={props.title} onClose={props.place.close} className={props.className}>
      <EagerDialog {...props} />
    </Opening>
  );
}

export function DialogBody({ className, ...rest }: ComponentProps<'div'>) {
  return (
    <div
      className={cn('flex base:min-h-0 base:flex-1 flex-col gap-4 overflow-y-auto px-5 pt-1 pb-5', className)}
      {...rest}
    />
  );
}

export function DialogFooter({ className, ...rest }: ComponentProps<'footer'>) {
  return (
    <footer
      className={cn('flex shrink-0 items-center base:justify-end gap-2 border-t bg-bg px-5 py-3', className)}
      {...rest}
    />
  );
}
