import { Dialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { overlayLook } from '#ui/dialog/dialog-look.ts';
import { Wordmark } from '#ui/wordmark.tsx';
import { NavMenu } from './nav-menu.tsx';

export function MobilePanel({ foot, onClose }: { foot: ReactNode; onClose: () => void }) {
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={overlayLook} />
        <Dialog.Popup
          id="sidebar"
          aria-label="Navegação"
          className="fixed inset-y-0 left-0 z-40 flex w-72 flex-col border-r bg-bg shadow-float transition-transform duration-200 focus-visible:outline-none data-ending-style:-translate-x-full data-starting-style:-translate-x-full"
        >
          <div className="flex h-14 shrink-0 items-center justify-between pr-2 pl-4">
            <Wordmark />
            <Dialog.Close
              aria-label="Fechar menu"
              className="flex size-10 items-center justify-center rounded-control text-muted hover:bg-subtle hover:text-fg"
            >
              <X className="size-4" />
            </Dialog.Close>
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto">
            <NavMenu rail={false} onFollow={onClose} />
          </div>
          {foot}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
