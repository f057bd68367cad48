import { lazy, Suspense } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useMay } from '#lib/session/may.tsx';
import { NOVO } from '#records/list/list-search.ts';
import { Dialog, DialogBody } from '#ui/dialog.tsx';
import { FailureState } from '#ui/failure-state.tsx';
import { NoRight } from './no-right.tsx';
import { titleOf } from './read-only.tsx';
import type { RecordDialogProps } from './record-form.tsx';
import type { Stored } from './register.ts';
import { useRecord } from './use-record.ts';

const RecordForm = lazy(async () => ({ default: (await import('./record-form.tsx')).RecordForm }));

/** Creates a record, or loads the record with this id for editing. */
export function RecordDialog<Row extends Stored, Input extends FieldValues>(
  props: RecordDialogProps<Row, Input>,
) {
  const { of, id, words, place } = props;
  const creating = id === NOVO;
  const { data, error, refetch } = useRecord(of, id, words.unread);
  const may = useMay(of.update);

  return (
    <Dialog
      title={titleOf(words, creating, may)}
      {...(creating && words.about && { text: words.about })}
      place={place}
    >
      {error && !data && <FailureState message={error.message} onRetry={refetch} />}
      {!creating && !data && !error && <FormSkeleton />}
      {creating && !may && <NoRight />}
      {(creating ? may : data) && (
        <Suspense fallback={<FormSkeleton />}>
          <RecordForm {...props} record={data} />
        </Suspense>
      )}
    </Dialog>
  );
}

export function FormSkeleton() {
  return (
    <DialogBody role="status" aria-label="Carregando...">
      <div className="skeleton h-9 shrink-0" />
      <div className="skeleton h-20 shrink-0" />
      <div className="skeleton h-24 shrink-0" />
    </DialogBody>
  );
}
