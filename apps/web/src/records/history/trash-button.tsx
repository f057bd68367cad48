import { Trash2 } from 'lucide-react';
import { useDialog } from '#lib/dialogs/use-dialog.ts';
import { later } from '#lib/loading/later.tsx';
import { Button } from '#ui/button.tsx';
import { Opening } from '#ui/dialog/opening.tsx';
import type { TrashProps } from './trash-dialog.tsx';

const TrashDialog = later(async () => (await import('./trash-dialog.tsx')).TrashDialog);

/** Opens the deleted records of a list. */
export function TrashButton<Row extends { id: string }>(props: TrashProps<Row>) {
  const { open, place } = useDialog('lixeira');
  return (
    <>
      <Button onClick={() => open()}>
        <Trash2 aria-hidden />
        Lixeira
      </Button>
      {place && (
        <Opening title="Lixeira" onClose={place.close}>
          <TrashDialog {...props} place={place} />
        </Opening>
      )}
    </>
  );
}
