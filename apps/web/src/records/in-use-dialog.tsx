import type { Uso } from '@prumo/contract/problem.ts';
import { formatInteger } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogFooter } from '#ui/dialog.tsx';

interface InUseDialogProps {
  /** What uses the record, and what can be done about it. */
  text: string;
  usos: readonly Uso[];
  onShow: (uso: Uso) => void;
  onClose: () => void;
}

/** Why a record cannot be deleted, and the way to what keeps it. */
export function InUseDialog({ text, usos, onShow, onClose }: InUseDialogProps) {
  return (
    <Dialog title="Este registro está em uso" text={text} onClose={onClose}>
      <DialogFooter>
        <Button onClick={onClose}>Fechar</Button>
        {usos.map((uso) => (
          <Button key={uso.registros} look="primary" onClick={() => onShow(uso)}>
            Ver {formatInteger(uso.total)} {uso.registros}
          </Button>
        ))}
      </DialogFooter>
    </Dialog>
  );
}
