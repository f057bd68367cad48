import { Eye, Pencil, Trash2 } from 'lucide-react';
import { type Guarded, useMay } from '#lib/session/may.tsx';
import { IconButton } from '#ui/icon-button.tsx';

interface RowActionsProps {
  of: { update: Guarded };
  /** The name of the record, so that the buttons of each row have a distinct accessible name. */
  name: string;
  onEdit: () => void;
  onRemove: () => void;
}

/** A person who may not change the record opens it for reading. */
export function RowActions({ of, name, onEdit, onRemove }: RowActionsProps) {
  if (!useMay(of.update)) {
    return (
      <IconButton label={`Ver ${name}`} hint="Ver" className="size-7" onClick={onEdit}>
        <Eye />
      </IconButton>
    );
  }
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
