import { produtos } from '@prumo/contract/produtos.ts';
import type { DialogPlace } from '#lib/dialogs/use-dialog.ts';
import { useMay } from '#lib/session/may.tsx';
import { NOVO } from '#records/list/list-search.ts';
import { NoRight } from '#records/no-right.tsx';
import { titleOf } from '#records/read-only.tsx';
import { useRecord } from '#records/use-record.ts';
import { Dialog } from '#ui/dialog.tsx';
import { FormSkeleton } from '#ui/dialog-shell.tsx';
import { FailureState } from '#ui/failure-state.tsx';
import { ProdutoForm } from './produto-form.tsx';
import { saveWords } from './produto-words.tsx';

/** Creates a produto, or loads the produto with this id for editing. */
export function ProdutoDialog({ id, place }: { id: string; place: DialogPlace }) {
  const creating = id === NOVO;
  const may = useMay(produtos.update);
  const { data, error, refetch } = useRecord(produtos, id, saveWords.unread);
  return (
    <Dialog
      title={titleOf(saveWords, creating, may)}
      className="h-[88dvh] md:h-[88dvh] md:w-[46rem]"
      place={place}
    >
      {error && !data && <FailureState message={error.message} onRetry={refetch} />}
      {!creating && !data && !error && <FormSkeleton />}
      {creating && !may && <NoRight />}
      {(creating ? may : data) && <ProdutoForm record={data} place={place} />}
    </Dialog>
  );
}
