import type { FormEventHandler, ReactNode } from 'react';
import type { DialogPlace } from '#lib/dialogs/use-dialog.ts';
import { Button } from '#ui/button.tsx';
import { DialogBody, DialogFooter } from '#ui/dialog/dialog.tsx';

interface DialogFormProps {
  /** The label of the submit button. */
  submit: string;
  busy: boolean;
  disabled?: boolean;
  onSubmit: FormEventHandler<HTMLFormElement>;
  place: DialogPlace;
  children: ReactNode;
}

/** The form of a dialog: its fields, Cancelar and the submit button. */
export function DialogForm({ submit, busy, disabled = false, onSubmit, place, children }: DialogFormProps) {
  return (
    <form noValidate onSubmit={onSubmit} className="flex min-h-0 flex-1 flex-col">
      <DialogBody>{children}</DialogBody>
      <DialogFooter>
        <Button disabled={busy} onClick={place.cancel}>
          Cancelar
        </Button>
        <Button type="submit" look="primary" busy={busy} disabled={disabled}>
          {submit}
        </Button>
      </DialogFooter>
    </form>
  );
}
