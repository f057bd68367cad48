import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { TrashDialog, type TrashProps } from './trash-dialog.tsx';

/** Opens the deleted records of a list. */
export function TrashButton<Row>(props: TrashProps<Row>) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Trash2 aria-hidden />
        Lixeira
      </Button>
      {open && <TrashDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
