import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { later } from '#lib/loading/later.tsx';
import { useMay } from '#lib/session/may.tsx';
import { NOVO } from '#records/list/list-search.ts';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { FormSkeleton } from '#ui/dialog/dialog-shell.tsx';
import { FailureState } from '#ui/failure-state.tsx';
import { NoRight } from './no-right.tsx';
import { titleOf } from './read-only.tsx';
import type { RecordDialogProps } from './record-form.tsx';
import type { Stored } from './register.ts';
import { useRecord } from './use-record.ts';

const RecordForm = later(async () => (await import('./record-form.tsx')).RecordForm);

/** Creates a record, also as a copy of another one, or loads the record with this id for editing. */
export function RecordDialog<Row extends Stored, Input extends FieldValues>(
  props: RecordDialogProps<Row, Input>,
) {
  const { of, id, words, place, seed, onSaved } = props;
  const creating = id === NOVO;
  const from = creating ? (seed?.from ?? NOVO) : id;
  const { data, error, refetch } = useRecord(of, from, words.unread);
  const may = useMay(of.update);
  // Each new record of a row of them has a form of its own.
  const [round, setRound] = useState(0);
  const isReady = from === NOVO || data;

  return (
    <Dialog
      title={titleOf(words, creating, may)}
      {...(creating && words.about && { text: words.about })}
      place={place}
    >
      {error && !data && <FailureState message={error.message} onRetry={refetch} />}
      {!isReady && !error && <FormSkeleton />}
      {creating && !may && isReady && <NoRight />}
      {isReady && (may || !creating) && (
        <RecordForm
          key={`${from} ${creating} ${round}`}
          {...props}
          record={creating ? undefined : data}
          source={creating ? data : undefined}
          // A dialog that hands its record over creates one.
          onNext={creating && !onSaved ? () => setRound(round + 1) : undefined}
        />
      )}
    </Dialog>
  );
}
