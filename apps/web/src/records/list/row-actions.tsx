import { Pencil, Trash2 } from 'lucide-react';
import { IconButton } from '#ui/icon-button.tsx';

interface RowActionsProps {
  /** The name of the record, so that the buttons of each row have a distinct accessible name. */
  name: string;
  onEdit: () => void;
  onRemove: () => void;
}

export function RowActions({ name, onEdit, onRemove }: RowActionsProps) {
  return (
    <span className="inline-flex gap-0.5">
      <IconButton label={`Editar ${name}`} hint="Editar" className="size-7" onClick={onEdit}>
        <Pencil />
      </IconButton>
      <IconButton label={`Excluir ${name}`} hint="Excluir" className="size-7" onClick={onRemove}>
        <Trash2 />
      </IconButton>
    </span>
  );
}
