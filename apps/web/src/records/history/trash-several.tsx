import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { formatInteger } from '#lib/numbers/format.ts';
import { saveKeys } from '#lib/save-key.ts';
import { notifyRefusal } from '#lib/session/notify-refusal.ts';
import { Button } from '#ui/button.tsx';
import { DialogFooter } from '#ui/dialog/dialog.tsx';
import type { Picked } from './use-picked.ts';

export interface Several {
  /** The noun of one record and of several. */
  nouns: readonly [string, string];
  /** Restores the records. A repetition after a lost answer has the same key. */
  restore: (ids: string[], key: string) => Promise<void>;
}

/** Picks every record that the list shows. */
export function PickAll({ picked: { state, pickAll } }: { picked: Picked }) {
  return (
    <label className="flex min-h-8 items-center gap-3 text-control text-muted max-md:min-h-11">
      <input
        ref={(box) => {
          if (box) box.indeterminate = state === 'some';
        }}
        type="checkbox"
        checked={state === 'all'}
        className="size-4 shrink-0 accent-primary pointer-coarse:size-5"
        onChange={({ target }) => pickAll(target.checked)}
      />
      Selecionar todos
    </label>
  );
}

export function RestoreSeveral({ ids, several }: { ids: string[]; several: Several }) {
  const [keys] = useState(saveKeys);
  const [one, many] = several.nouns;
  const restore = useMutation({
    mutationFn: () => several.restore(ids, keys.keyFor(ids)),
    onError: (error) => notifyRefusal('Não foi restaurado', error),
  });
  return (
    <DialogFooter>
      <Button look="primary" busy={restore.isPending} onClick={() => restore.mutate()}>
        Restaurar {formatInteger(ids.length)} {ids.length === 1 ? one : many}
      </Button>
    </DialogFooter>
  );
}
