import type { FormEventHandler, ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '#ui/dialog.tsx';

interface FormDialogProps {
  title: string;
  text?: string;
  /** The label of the submit button. */
  submit: string;
  busy: boolean;
  disabled?: boolean;
  onSubmit: FormEventHandler<HTMLFormElement>;
  onClose: () => void;
  children: ReactNode;
}

/** Stays open while sending, because the request to confirm the identity may appear on top of it. */
export function FormDialog(props: FormDialogProps) {
  const { title, text, submit, busy, disabled = false, onSubmit, onClose, children } = props;
  return (
    <Dialog title={title} {...(text && { text })} onClose={() => !busy && onClose()}>
      <form noValidate onSubmit={onSubmit} className="flex min-h-0 flex-1 flex-col">
        <DialogBody>{children}</DialogBody>
        <DialogFooter>
          <Button disabled={busy} onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" look="primary" busy={busy} disabled={disabled}>
            {submit}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
