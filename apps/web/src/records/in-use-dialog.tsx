import { MAX_USOS, type Uso } from '@prumo/contract/problem.ts';
import { asQuestion } from '#lib/dialogs/use-dialog.ts';
import { formatInteger } from '#lib/numbers/format.ts';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogFooter } from '#ui/dialog/dialog.tsx';

interface InUseDialogProps {
  /** Says which records use this one, and what the person can do about it. */
  text: string;
  usos: readonly Uso[];
  onShow: (uso: Uso) => void;
  onClose: () => void;
}

/** Explains why a record cannot be deleted, and links to the records that use it. */
export function InUseDialog({ text, usos, onShow, onClose }: InUseDialogProps) {
  return (
    <Dialog title="Este registro está em uso" text={text} place={asQuestion(onClose)}>
      <DialogFooter className="flex-wrap">
        <Button onClick={onClose}>Fechar</Button>
        {usos.map((uso) => (
          <Button key={uso.registros} look="primary" onClick={() => onShow(uso)}>
            Ver {uso.total <= MAX_USOS && `${formatInteger(uso.total)} `}
            {uso.registros}
          </Button>
        ))}
      </DialogFooter>
    </Dialog>
  );
}
