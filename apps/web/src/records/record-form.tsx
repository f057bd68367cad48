import type { ReactNode } from 'react';
import { type FieldValues, FormProvider } from 'react-hook-form';
import type { DialogPlace } from '#lib/dialogs/use-dialog.ts';
import { isWorkChanged } from '#lib/leaving/unsaved-work.ts';
import { useMay } from '#lib/session/may.tsx';
import { HistoryButton } from '#records/history/history-button.tsx';
import type { Seed } from '#records/list/use-record-place.ts';
import { Button } from '#ui/button.tsx';
import { DialogBody, DialogFooter } from '#ui/dialog/dialog.tsx';
import { useFieldFocusOnOpen } from '#ui/dialog/focus-on-open.ts';
import { CopyButton } from './copy-button.tsx';
import { copyOf } from './copy-of.ts';
import { SaveAndNew, useNextRecord } from './next-record.tsx';
import { ReadOnly } from './read-only.tsx';
import type { Register, Stored } from './register.ts';
import { RequiredFields } from './required.ts';
import { RequiredNote } from './required-note.tsx';
import { type FieldLabel, StaleNotice } from './stale-notice.tsx';
import { type RecordWords, useRecordForm } from './use-record-form.ts';

export interface RecordDialogProps<Row, Input> {
  of: Register<Row, Input>;
  /** `novo`, or the id of the record to edit. */
  id: string;
  blank: Input;
  /** Initial values of a new record that differ from `blank`. */
  start?: Partial<Input>;
  /** What the address says that a new record starts from. */
  seed?: Seed;
  /** The fields that a copy leaves empty, because each record has its own. Without them a record is not copied. */
  own?: readonly string[];
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
  /** The record that a new one copies. */
  source: Row | undefined;
  /** Shows the form of the next new record. */
  onNext: (() => void) | undefined;
}

export function RecordForm<Row extends Stored, Input extends FieldValues>(
  props: RecordFormProps<Row, Input>,
) {
  const { of, record, source, blank, own, labels, words, beforeSave, place, seed, children } = props;
  const next = useNextRecord(props.onNext, place.close);
  const named = seed?.nome ? { nome: seed.nome } : {};
  const { form, save, required, stale, takeTheirs } = useRecordForm({
    of,
    record,
    blank,
    // The copied fields have the types of the record, which are those of its form.
    start: { ...props.start, ...named, ...(source && copyOf(source, blank, own ?? [])) } as Partial<Input>,
    words,
    beforeSave,
    onSaved: (saved) => {
      props.onSaved?.(saved);
      next.end();
    },
  });
  const may = useMay(of.update);
  const { isSubmitting } = form.formState;
  const [first] = Object.keys(blank);

  // The fields may load after the dialog opens, so the form sets the focus itself. On touch devices it sets
  // none, because a keyboard would cover the form.
  const element = useFieldFocusOnOpen(may && matchMedia('(pointer: fine)').matches ? first : undefined);

  return (
    <FormProvider {...form}>
      <form
        ref={element}
        noValidate
        onSubmit={(event) => {
          next.begin();
          return save(event);
        }}
        onKeyDown={next.onKeyDown}
        className="flex min-h-0 flex-1 flex-col"
      >
        <DialogBody>
          {may && <RequiredNote />}
          {stale && <StaleNotice stale={stale} labels={labels} onTake={takeTheirs} />}
          <RequiredFields value={required}>
            <ReadOnly when={!may}>{children}</ReadOnly>
          </RequiredFields>
        </DialogBody>
        <DialogFooter>
          {record && (
            <div className="-ml-3 mr-auto flex">
              <HistoryButton
                tabela={of.get.schema.tags[0]}
                id={record.id}
                labels={labels}
                canUndo={may}
                // With unsaved changes the form stays open. Its save will then report the conflict.
                onUndone={() => !isWorkChanged() && place.close()}
              />
              {may && own && seed && <CopyButton onPress={() => seed.onCopy(record.id)} />}
            </div>
          )}
          <Button onClick={place.cancel}>{may ? 'Cancelar' : 'Fechar'}</Button>
          <SaveAndNew press={next.press} disabled={isSubmitting} />
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
