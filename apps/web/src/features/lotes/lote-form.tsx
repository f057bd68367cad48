import type { ReactNode } from 'react';
import { FormProvider } from 'react-hook-form';
import type { DialogPlace } from '#lib/dialogs/use-dialog.ts';
import { Button } from '#ui/button.tsx';
import { DialogBody, DialogFooter } from '#ui/dialog/dialog.tsx';
import { Notice } from '#ui/notice.tsx';
import type { useLoteForm } from './use-lote-form.ts';

interface LoteFormFrameProps {
  made: ReturnType<typeof useLoteForm>;
  /** The words of the button. */
  action: string;
  look?: 'primary' | 'danger';
  place: DialogPlace;
  children: ReactNode;
}

/** The frame of a form that starts a lote. */
export function LoteForm({ made, action, look = 'primary', place, children }: LoteFormFrameProps) {
  const { form, send, refusal } = made;
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={send} className="flex min-h-0 flex-1 flex-col">
        <DialogBody>
          {refusal && <Notice>{refusal}</Notice>}
          {children}
        </DialogBody>
        <DialogFooter>
          <Button onClick={place.cancel}>Cancelar</Button>
          <Button type="submit" look={look} busy={form.formState.isSubmitting}>
            {action}
          </Button>
        </DialogFooter>
      </form>
    </FormProvider>
  );
}
