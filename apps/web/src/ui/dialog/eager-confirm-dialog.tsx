import { AlertDialog } from '@base-ui/react/alert-dialog';
import { type ReactNode, useRef } from 'react';
import { cn } from '#lib/class-names.ts';
import { Button } from '#ui/button.tsx';
import { DialogFooter } from './dialog.tsx';
import { overlayLook, popupLook } from './dialog-look.ts';

export interface ConfirmDialogProps {
  question: string;
  /** Names the record and what will happen to it. */
  consequence: ReactNode;
  confirm: string;
  busy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

export function EagerConfirmDialog({
  question,
  consequence,
  confirm,
  busy,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && !busy && onCancel()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={overlayLook} />
        <AlertDialog.Popup
          className={cn(popupLook, 'md:w-[26rem]')}
          initialFocus={cancel}
          // An open dialog below would also handle Escape and close.
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            event.stopPropagation();
            if (!busy) onCancel();
          }}
        >
          <div className="flex flex-col gap-1.5 p-5">
            <AlertDialog.Title className="font-semibold text-dialog tracking-[-0.01em]">
              {question}
            </AlertDialog.Title>
            <AlertDialog.Description className="text-control text-muted">
              {consequence}
            </AlertDialog.Description>
          </div>
          <DialogFooter>
            <Button ref={cancel} onClick={onCancel} disabled={busy}>
              Cancelar
            </Button>
            <Button look="danger" busy={busy} onClick={onConfirm}>
              {confirm}
            </Button>
          </DialogFooter>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
