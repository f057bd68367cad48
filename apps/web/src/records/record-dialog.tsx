import type { FieldValues } from 'react-hook-form';
import { later } from '#lib/later.tsx';
import { useMay } from '#lib/session/may.tsx';
import { NOVO } from '#records/list/list-search.ts';
import { Dialog } from '#ui/dialog.tsx';
import { FormSkeleton } from '#ui/dialog-shell.tsx';
import { FailureState } from '#ui/failure-state.tsx';
import { NoRight } from './no-right.tsx';
import { titleOf } from './read-only.tsx';
import type { RecordDialogProps } from './record-form.tsx';
import type { Stored } from './register.ts';
import { useRecord } from './use-record.ts';

const RecordForm = later(async () => (await import('./record-form.tsx')).RecordForm);

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
      {(creating ? may : data) && <RecordForm {...props} record={data} />}
    </Dialog>
  );
}
