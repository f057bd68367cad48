import { Trash2 } from 'lucide-react';
import { call } from '#lib/api.ts';
import type { DialogPlace } from '#lib/dialogs/use-dialog.ts';
import { formatDateTime } from '#lib/numbers/format.ts';
import { useMay } from '#lib/session/may.tsx';
import { PagedList } from '#records/list/paged-list.tsx';
import { usePages } from '#records/list/use-pages.ts';
import type { Deleted, WithTrash } from '#records/register.ts';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogBody } from '#ui/dialog/dialog.tsx';
import { useUndo } from './use-undo.ts';

export interface TrashProps<Row extends { id: string }> {
  of: WithTrash<Row>;
  /** The display name of a deleted record. */
  nameOf: (row: Row) => string;
  /** Shown after a record was restored. */
  restored: string;
}

export function TrashDialog<Row extends { id: string }>({
  of,
  nameOf,
  restored,
  place,
}: TrashProps<Row> & { place: DialogPlace }) {
  const tag = of.trash.schema.tags[0];
  const undo = useUndo();
  const canRestore = useMay(of.create);
  const pages = usePages([tag, of.trash.url], ({ cursor, signal }) =>
    call(of.trash, { query: { cursor }, signal }),
  );
  return (
    <Dialog
      title="Lixeira"
      text="O que é excluído fica aqui por 30 dias e pode ser restaurado."
      place={place}
    >
      <DialogBody className="min-h-48">
        <PagedList pages={pages} icon={Trash2} empty="A lixeira está vazia.">
          {(deleted) => (
            <ul className="flex flex-col divide-y">
              {deleted.map((item) => (
                <DeletedRow
                  key={item.registro.id}
                  item={item}
                  name={nameOf(item.registro)}
                  busy={undo.isPending && undo.variables.registroId === item.registro.id}
                  onRestore={
                    canRestore
                      ? () => undo.mutate({ lote: item.lote, registroId: item.registro.id, done: restored })
                      : undefined
                  }
                />
              ))}
            </ul>
          )}
        </PagedList>
      </DialogBody>
    </Dialog>
  );
}

interface DeletedRowProps {
  item: Pick<Deleted<unknown>, 'excluido_em' | 'excluido_por'>;
  name: string;
  busy: boolean;
  /** Undefined for a person who may not restore it. */
  onRestore: (() => void) | undefined;
}

function DeletedRow({ item, name, busy, onRestore }: DeletedRowProps) {
  return (
    <li className="flex items-center justify-between gap-3 py-2.5 first:pt-0">
      <div className="min-w-0">
        <p className="truncate font-medium text-control">{name}</p>
        <p className="text-meta text-muted">
          {formatDateTime(item.excluido_em)}
          {item.excluido_por && ` · ${item.excluido_por}`}
        </p>
      </div>
      {onRestore && (
        <Button busy={busy} aria-label={`Restaurar ${name}`} onClick={onRestore}>
          Restaurar
        </Button>
      )}
    </li>
  );
}
