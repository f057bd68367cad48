import { Trash2 } from 'lucide-react';
import { useDialog } from '#lib/dialogs/use-dialog.ts';
import { Button } from '#ui/button.tsx';
import { TrashDialog, type TrashProps } from './trash-dialog.tsx';

/** Opens the deleted records of a list. */
export function TrashButton<Row extends { id: string }>(props: TrashProps<Row>) {
  const { open, place } = useDialog('lixeira');
  return (
    <>
      <Button onClick={() => open()}>
        <Trash2 aria-hidden />
        Lixeira
      </Button>
      {place && <TrashDialog {...props} place={place} />}
    </>
  );
}
