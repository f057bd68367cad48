import { produtos } from '@prumo/contract/produtos.ts';
import { useRef, useState } from 'react';
import { NOVO } from '#records/list-search.ts';
import { FormSkeleton } from '#records/record-dialog.tsx';
import { useRecord } from '#records/use-record.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { FailureState } from '#ui/failure-state.tsx';
import { type Closing, ProdutoForm } from './produto-form.tsx';
import { saveWords } from './produto-words.tsx';

/** Creates a produto, or loads the one with this id and edits it. */
export function ProdutoDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const creating = id === NOVO;
  const { data, error, refetch } = useRecord(produtos, id, saveWords.unread);
  const closing = useRef<Closing>(null);
  const [asking, setAsking] = useState(false);

  function close() {
    if (closing.current?.isDragging()) return;
    if (closing.current?.holdsWork()) setAsking(true);
    else onClose();
  }

  return (
    <Dialog
      title={creating ? saveWords.create : saveWords.edit}
      className="h-[88dvh] md:h-[88dvh] md:w-[46rem]"
      onClose={close}
    >
      {error && !data && <FailureState message={error.message} onRetry={refetch} />}
      {!creating && !data && !error && <FormSkeleton />}
      {(creating || data) && (
        <ProdutoForm record={data} closing={closing} onSaved={onClose} onClose={close} />
      )}
      {asking && (
        <ConfirmDialog
          question="Descartar o que não foi salvo?"
          consequence="O que você mudou neste produto ainda não foi salvo e será perdido."
          confirm="Descartar"
          busy={false}
          onConfirm={onClose}
          onCancel={() => setAsking(false)}
        />
      )}
    </Dialog>
  );
}
