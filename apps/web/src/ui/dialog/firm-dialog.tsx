import { Dialog } from '@base-ui/react/dialog';
import { type ReactNode, useRef } from 'react';
import { cn } from '#lib/class-names.ts';
import { overlayLook, popupLook } from './dialog-look.ts';

interface FirmDialogProps {
  title: string;
  text: string;
  children: ReactNode;
}

/**
 * For content that cannot be shown again. Neither Escape nor a press on the backdrop closes it, only a button inside.
 * Import it only from lazily loaded modules, to keep it out of the first load.
 */
export function FirmDialog({ title, text, children }: FirmDialogProps) {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Dialog.Root open disablePointerDismissal>
      <Dialog.Portal>
        <Dialog.Backdrop className={overlayLook} />
        {/* Focus starts on the dialog itself, so an Enter key still held down from the previous form presses
            nothing. */}
        <Dialog.Popup ref={popup} initialFocus={popup} className={cn(popupLook, 'md:w-[32rem]')}>
          <header className="flex shrink-0 flex-col gap-0.5 p-5 pb-4">
            <Dialog.Title className="font-semibold text-dialog tracking-[-0.01em]">{title}</Dialog.Title>
            <Dialog.Description className="text-control text-muted">{text}</Dialog.Description>
          </header>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
