import { Dialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { cn } from '#lib/class-names.ts';
import { LoadFailure, type LoadFailureProps } from '#lib/later.tsx';
import { overlayLook, popupLook } from './dialog-look.ts';
import { FormSkeleton } from './dialog-shell.tsx';
import { FailureState } from './failure-state.tsx';

export interface DialogProps {
  title: string;
  /** One line under the title. */
  text?: string;
  onClose: () => void;
  /** Overrides the default size, which fits a form of a few fields. */
  className?: string;
  children: ReactNode;
}

/**
 * The dialog that `Dialog` loads on first use. Import it only from lazily loaded modules, to keep it out of the first
 * load. The dialog is open while it is mounted, so its parent decides when it opens and closes. On close the focus
 * returns to the element that opened it. A press on the backdrop does nothing, so an accidental click
 * discards no form.
 */
export function EagerDialog({ title, text, onClose, className, children }: DialogProps) {
  // The shell that stood here while the code loaded. Fading in after it would look like a flash.
  const [still] = useState(() => document.querySelector('dialog[open]') && 'transition-none');
  return (
    <Dialog.Root open disablePointerDismissal onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        {/* Rendered over another dialog too, which would otherwise look usable. */}
        <Dialog.Backdrop forceRender className={cn(overlayLook, still)} />
        <Dialog.Popup className={cn(popupLook, 'md:w-[32rem]', className, still)}>
          <header className="flex shrink-0 flex-col gap-0.5 py-5 pr-14 pl-5 pb-4">
            <Dialog.Title className="font-semibold text-dialog tracking-[-0.01em]">{title}</Dialog.Title>
            {text && <Dialog.Description className="text-control text-muted">{text}</Dialog.Description>}
          </header>
          <LoadFailure value={stateOf}>
            <Suspense fallback={<FormSkeleton />}>{children}</Suspense>
          </LoadFailure>
          {/* Placed last, so that the focus starts in the form. */}
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

const stateOf = (failure: LoadFailureProps) => <FailureState {...failure} />;
