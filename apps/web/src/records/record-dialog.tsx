import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import type { FieldValues } from 'react-hook-form';
import { queryOf } from '#lib/api.ts';
import { notifyFailure } from '#lib/notify.tsx';
import { Dialog, DialogBody } from '#ui/dialog.tsx';
import { FailureState } from '#ui/failure-state.tsx';
import { NOVO } from './list-search.ts';
import type { RecordDialogProps } from './record-form.tsx';
import type { Stored } from './register.ts';

const RecordForm = lazy(async () => ({ default: (await import('./record-form.tsx')).RecordForm }));

/** Creates a record, or loads the one with this id and edits it. */
export function RecordDialog<Row extends Stored, Input extends FieldValues>(
  props: RecordDialogProps<Row, Input>,
) {
  const { of, id, words, onClose } = props;
  const creating = id === NOVO;
  // Always read anew and never kept: a form must not start from what was true some minutes ago.
  const { data, error, refetch } = useQuery({
    ...queryOf(of.get, { params: { id } }),
    enabled: !creating,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const { unread } = words;
  useEffect(() => {
    if (error && unread) notifyFailure('Erro', unread, error);
  }, [error, unread]);

  return (
    <Dialog
      title={creating ? words.create : words.edit}
      {...(creating && words.about && { text: words.about })}
      onClose={onClose}
    >
      {error && <FailureState message={error.message} onRetry={refetch} />}
      {!creating && !data && !error && <FormSkeleton />}
      {(creating || data) && (
        <Suspense fallback={<FormSkeleton />}>
          <RecordForm {...props} record={data} />
        </Suspense>
      )}
    </Dialog>
  );
}

function FormSkeleton() {
  return (
    <DialogBody role="status" aria-label="Carregando...">
      <div className="skeleton h-9 shrink-0" />
      <div className="skeleton h-20 shrink-0" />
      <div className="skeleton h-24 shrink-0" />
    </DialogBody>
  );
}
