import { Dialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '#lib/class-names.ts';
import { overlayLook, popupLook } from './dialog-look.ts';

export interface DialogProps {
  title: string;
  /** One line under the title. */
  text?: string;
  onClose: () => void;
  /** Another size than a form of a few fields takes. */
  className?: string;
  children: ReactNode;
}

/**
 * Mounted means open: the URL, not the dialog, remembers whether it is. Focus goes back to what opened it.
 * A press beside it does nothing, so that a slip of the hand loses no form.
 */
export function BaseDialog({ title, text, onClose, className, children }: DialogProps) {
  return (
    <Dialog.Root open disablePointerDismissal onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        {/* Also over another dialog, which would else look as if it could still be used. */}
        <Dialog.Backdrop forceRender className={overlayLook} />
        <Dialog.Popup className={cn(popupLook, 'md:w-[32rem]', className)}>
          <header className="flex shrink-0 flex-col gap-0.5 py-5 pr-14 pl-5 pb-4">
            <Dialog.Title className="font-semibold text-dialog tracking-[-0.01em]">{title}</Dialog.Title>
            {text && <Dialog.Description className="text-control text-muted">{text}</Dialog.Description>}
          </header>
          {children}
          {/* Last, so that focus starts in the form. */}
          <Dialog.Close
            aria-label="Fechar"
            className="absolute top-4 right-4 flex size-8 items-center justify-center rounded-control text-muted hover:bg-subtle hover:text-fg"
          >
            <X className="size-4" />
          </Dialog.Close>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
