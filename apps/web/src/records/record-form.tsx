import type { ReactNode } from 'react';
import { type FieldValues, FormProvider } from 'react-hook-form';
import { useUnsavedWork } from '#lib/unsaved-work.ts';
import { Button } from '#ui/button.tsx';
import { DialogBody, DialogFooter } from '#ui/dialog.tsx';
import { useFocusOnOpen } from '#ui/focus-on-open.ts';
import { HistoryButton } from './history-button.tsx';
import type { Register, Stored } from './register.ts';
import { type FieldLabel, StaleNotice } from './stale-notice.tsx';
import { type RecordWords, useRecordForm } from './use-record-form.ts';

export interface RecordDialogProps<Row, Input> {
  of: Register<Row, Input>;
  /** `novo`, or the id of the record to edit. */
  id: string;
  blank: Input;
  labels: Record<keyof Input & string, FieldLabel>;
  words: RecordWords;
  /**
   * Work that must be done before the record is sent; its failure keeps the dialog open.
   * Written as a method because the lazy form knows no particular `Input`.
   */
  beforeSave?(input: Input): Promise<Input>;
  /** With the record when it was saved. Written as a method for the same reason. */
  onClose(saved?: Row): void;
  /** The fields. */
  children: ReactNode;
}

interface RecordFormProps<Row, Input> extends RecordDialogProps<Row, Input> {
  record: Row | undefined;
}

export function RecordForm<Row extends Stored, Input extends FieldValues>(
  props: RecordFormProps<Row, Input>,
) {
  const { of, record, blank, labels, words, beforeSave, onClose, children } = props;
  const { form, save, stale, takeTheirs } = useRecordForm({
    of,
    record,
    blank,
    words,
    beforeSave,
    onSaved: onClose,
  });
  const { isSubmitting, isDirty } = form.formState;
  useUnsavedWork(true, () => isDirty);
  const { setFocus } = form;
  const [first] = Object.keys(blank);

  // The fields may come after the dialog has opened. Not by touch, where a keyboard would cover them.
  useFocusOnOpen(() => {
    if (first && matchMedia('(pointer: fine)').matches) setFocus(first);
  });

  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={save} className="flex min-h-0 flex-1 flex-col">
        <DialogBody>
          {stale && <StaleNotice stale={stale} labels={labels} onTake={takeTheirs} />}
          {children}
        </DialogBody>
        <DialogFooter>
          {record && (
            <div className="-ml-3 mr-auto">
              <HistoryButton
                tabela={of.get.schema.tags[0]}
                id={record.id}
                labels={labels}
                // With something typed the form stays: saving it will say what has changed.
                onUndone={() => !isDirty && onClose()}
              />
            </div>
          )}
          <Button onClick={() => onClose()}>Cancelar</Button>
          <Button type="submit" look="primary" busy={isSubmitting}>
            {isSubmitting && words.saving
              ? words.saving
              : (words.save ?? (record ? 'Atualizar' : 'Cadastrar'))}
          </Button>
        </DialogFooter>
      </form>
    </FormProvider>
  );
}
