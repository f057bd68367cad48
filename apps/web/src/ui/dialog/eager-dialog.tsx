import { Dialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactNode, Suspense, useRef, useState } from 'react';
import { cn } from '#lib/class-names.ts';
import { DialogContext, type RestoredDraft } from '#lib/dialogs/dialog-context.ts';
import type { DialogPlace } from '#lib/dialogs/use-dialog.ts';
import { LoadFailure, type LoadFailureProps } from '#lib/loading/later.tsx';
import { FailureState } from '#ui/failure-state.tsx';
import { overlayLook, popupLook } from './dialog-look.ts';
import { FormSkeleton } from './dialog-shell.tsx';
import { DraftNotice } from './draft-notice.tsx';

export interface DialogProps {
  title: string;
  /** One line under the title. */
  text?: string;
  place: DialogPlace;
  /** Overrides the default size, which fits a form of a few fields. */
  className?: string;
  children: ReactNode;
}

/**
 * The dialog that `Dialog` loads on first use. Import it only from lazily loaded modules, to keep it out of the first
 * load. The dialog is open while it is mounted, so its parent decides when it opens and closes. On close the focus
 * returns to the element that opened it. A press on the backdrop does nothing, so an accidental click
 * discards no form. Closing asks first when typed work would be lost, and a restored draft announces itself here.
 */
export function EagerDialog({ title, text, place, className, children }: DialogProps) {
  // The shell that stood here while the code loaded. Fading in after it would look like a flash.
  const [still] = useState(() => document.querySelector('dialog[open]') && 'transition-none');
  const [draft, announce] = useState<RestoredDraft>();
  const popup = useRef<HTMLDivElement>(null);
  const { home, close } = place;
  return (
    <Dialog.Root open disablePointerDismissal onOpenChange={(open) => !open && close()}>
      <Dialog.Portal>
        {/* Rendered over another dialog too, which would otherwise look usable. */}
        <Dialog.Backdrop forceRender className={cn(overlayLook, still)} />
        <Dialog.Popup
          ref={popup}
          // With a draft the first control would be the one that discards it.
          initialFocus={() => (popup.current?.querySelector('[data-draft]') ? startOf(popup.current) : true)}
          className={cn(popupLook, 'base:md:w-[32rem]', className, still)}
        >
          <header className="flex shrink-0 flex-col gap-0.5 py-5 pr-14 pl-5 pb-4">
            <Dialog.Title className="font-semibold text-dialog tracking-[-0.01em]">{title}</Dialog.Title>
            {text && <Dialog.Description className="text-control text-muted">{text}</Dialog.Description>}
          </header>
          {draft && (
            <DraftNotice
              em={draft.em}
              onDiscard={() => {
                draft.discard();
                // The pressed button disappears.
                popup.current?.focus();
              }}
            />
          )}
          <DialogContext value={{ home, announce }}>
            <LoadFailure value={stateOf}>
              <Suspense fallback={<FormSkeleton />}>{children}</Suspense>
            </LoadFailure>
          </DialogContext>
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
/** The first field. On touch devices the dialog itself, because a keyboard would cover the form. */
const startOf = (popup: HTMLElement) =>
  (matchMedia('(pointer: fine)').matches &&
    popup.querySelector<HTMLElement>('form :is(input, textarea, select):not([hidden], [type=file])')) ||
  popup;
