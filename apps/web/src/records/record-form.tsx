import type { ReactNode } from 'react';
import { type FieldValues, FormProvider } from 'react-hook-form';
import type { DialogPlace } from '#lib/dialogs/use-dialog.ts';
import { useMay } from '#lib/session/may.tsx';
import { isWorkChanged } from '#lib/unsaved-work.ts';
import { HistoryButton } from '#records/history/history-button.tsx';
import { Button } from '#ui/button.tsx';
import { DialogBody, DialogFooter } from '#ui/dialog.tsx';
import { useFocusOnOpen } from '#ui/focus-on-open.ts';
import { ReadOnly } from './read-only.tsx';
import type { Register, Stored } from './register.ts';
import { type FieldLabel, StaleNotice } from './stale-notice.tsx';
import { type RecordWords, useRecordForm } from './use-record-form.ts';

export interface RecordDialogProps<Row, Input> {
  of: Register<Row, Input>;
  /** `novo`, or the id of the record to edit. */
  id: string;
  blank: Input;
  /** Initial values of a new record that differ from `blank`. */
  start?: Partial<Input>;
  labels: Record<keyof Input & string, FieldLabel>;
  words: RecordWords;
  /**
   * Runs before the record is sent. A failure keeps the dialog open. It is a method, so that TypeScript
   * compares its parameter bivariantly: the lazy form does not know the particular `Input`.
   */
  beforeSave?(input: Input): Promise<Input>;
  place: DialogPlace;
  /** Receives the saved record, before the dialog closes. It is a method for the same reason. */
  onSaved?(saved: Row): void;
  /** The form fields. */
  children: ReactNode;
}

interface RecordFormProps<Row, Input> extends RecordDialogProps<Row, Input> {
  record: Row | undefined;
}

export function RecordForm<Row extends Stored, Input extends FieldValues>(
  props: RecordFormProps<Row, Input>,
) {
  const { of, record, blank, start = {}, labels, words, beforeSave, place, children } = props;
  const { form, save, stale, takeTheirs } = useRecordForm({
    of,
    record,
    blank,
    start,
    words,
    beforeSave,
    onSaved: (saved) => {
      props.onSaved?.(saved);
      place.close();
    },
  });
  const may = useMay(of.update);
  const { isSubmitting } = form.formState;
  const { setFocus } = form;
  const [first] = Object.keys(blank);

  // The fields may load after the dialog opens, so the form sets the focus itself. On touch devices it sets
  // none, because a keyboard would cover the form.
  useFocusOnOpen(() => {
    if (may && first && matchMedia('(pointer: fine)').matches) setFocus(first);
  });

  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={save} className="flex min-h-0 flex-1 flex-col">
        <DialogBody>
          {stale && <StaleNotice stale={stale} labels={labels} onTake={takeTheirs} />}
          <ReadOnly when={!may}>{children}</ReadOnly>
        </DialogBody>
        <DialogFooter>
          {record && (
            <div className="-ml-3 mr-auto">
              <HistoryButton
                tabela={of.get.schema.tags[0]}
                id={record.id}
                labels={labels}
                canUndo={may}
                // With unsaved changes the form stays open. Its save will then report the conflict.
                onUndone={() => !isWorkChanged() && place.close()}
              />
            </div>
          )}
          <Button onClick={place.cancel}>{may ? 'Cancelar' : 'Fechar'}</Button>
          {may && (
            <Button type="submit" look="primary" busy={isSubmitting}>
              {isSubmitting && words.saving
                ? words.saving
                : (words.save ?? (record ? 'Atualizar' : 'Cadastrar'))}
            </Button>
          )}
        </DialogFooter>
      </form>
    </FormProvider>
  );
}
