import { produtos } from '@prumo/contract/produtos.ts';
import { useBlocker } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useMay } from '#lib/session/may.tsx';
import { currentSession } from '#lib/session/session.ts';
import { isWorkChanged } from '#lib/unsaved-work.ts';
import { NOVO } from '#records/list/list-search.ts';
import { NoRight } from '#records/no-right.tsx';
import { titleOf } from '#records/read-only.tsx';
import { useRecord } from '#records/use-record.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { FormSkeleton } from '#ui/dialog-shell.tsx';
import { FailureState } from '#ui/failure-state.tsx';
import { type Closing, ProdutoForm } from './produto-form.tsx';
import { saveWords } from './produto-words.tsx';

/** Creates a produto, or loads the produto with this id for editing. `onClose` navigates to another address. */
export function ProdutoDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const creating = id === NOVO;
  const may = useMay(produtos.update);
  const { data, error, refetch } = useRecord(produtos, id, saveWords.unread);
  const closing = useRef<Closing>(null);
  const isSaved = useRef(false);
  const [person] = useState(() => currentSession().user?.id);

  // Any navigation away from unsaved work asks first: closing, Back, a link. The end of the session does not ask.
  const away = useBlocker({
    shouldBlockFn: ({ next }) => {
      const isHere = next.routeId === '/_app/catalogo/produtos' && next.search.abrir === id;
      return !isHere && !isSaved.current && isWorkChanged() && currentSession().user?.id === person;
    },
    enableBeforeUnload: isWorkChanged,
    withResolver: true,
  });

  function close() {
    if (!closing.current?.isHeldOpen()) onClose();
  }

  function closeSaved() {
    isSaved.current = true;
    onClose();
  }

  return (
    <Dialog
      title={titleOf(saveWords, creating, may)}
      className="h-[88dvh] md:h-[88dvh] md:w-[46rem]"
      onClose={close}
    >
      {error && !data && <FailureState message={error.message} onRetry={refetch} />}
      {!creating && !data && !error && <FormSkeleton />}
      {creating && !may && <NoRight />}
      {(creating ? may : data) && (
        <ProdutoForm record={data} closing={closing} onSaved={closeSaved} onClose={close} />
      )}
      {away.status === 'blocked' && (
        <ConfirmDialog
          question="Descartar o que não foi salvo?"
          consequence="O que você mudou neste produto ainda não foi salvo e será perdido."
          confirm="Descartar"
          busy={false}
          // The form may have been submitted since the question appeared.
          onConfirm={() => (closing.current?.isHeldOpen() ? away.reset() : away.proceed())}
          onCancel={away.reset}
        />
      )}
    </Dialog>
  );
}
