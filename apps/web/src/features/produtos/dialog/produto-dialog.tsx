import { produtos } from '@prumo/contract/produtos.ts';
import { useState } from 'react';
import { useMay } from '#lib/session/may.tsx';
import { NOVO } from '#records/list/list-search.ts';
import type { OpenRecord } from '#records/list/use-record-place.ts';
import { NoRight } from '#records/no-right.tsx';
import { titleOf } from '#records/read-only.tsx';
import { useRecord } from '#records/use-record.ts';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { FormSkeleton } from '#ui/dialog/dialog-shell.tsx';
import { FailureState } from '#ui/failure-state.tsx';
import { ProdutoForm } from './produto-form.tsx';
import { saveWords } from './produto-words.tsx';

/** Creates a produto, also as a copy of another one, or loads the produto with this id for editing. */
export function ProdutoDialog({ id, place, seed }: OpenRecord) {
  const creating = id === NOVO;
  const may = useMay(produtos.update);
  const from = creating ? (seed.from ?? NOVO) : id;
  const { data, error, refetch } = useRecord(produtos, from, saveWords.unread);
  // Each new produto of a row of them has a form of its own.
  const [round, setRound] = useState(0);
  const isReady = from === NOVO || data;
  return (
    <Dialog
      title={titleOf(saveWords, creating, may)}
      className="h-[88dvh] md:h-[88dvh] md:w-[46rem]"
      place={place}
    >
      {error && !data && <FailureState message={error.message} onRetry={refetch} />}
      {!isReady && !error && <FormSkeleton />}
      {creating && !may && isReady && <NoRight />}
      {isReady && (may || !creating) && (
        <ProdutoForm
          key={round}
          record={creating ? undefined : data}
          source={creating ? data : undefined}
          place={place}
          seed={seed}
          onNext={creating ? () => setRound(round + 1) : undefined}
        />
      )}
    </Dialog>
  );
}
