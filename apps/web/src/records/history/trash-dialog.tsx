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
import { PickBox } from '#ui/table/pick-box.tsx';
import { PickAll, RestoreSeveral, type Several } from './trash-several.tsx';
import { type Picked, usePicked } from './use-picked.ts';
import { useUndo } from './use-undo.ts';

export interface TrashProps<Row extends { id: string }> {
  of: WithTrash<Row>;
  /** The display name of a deleted record. */
  nameOf: (row: Row) => string;
  /** Shown after a record was restored. */
  restored: string;
  /** How several records come back at once. Undefined for a register that restores them one by one. */
  several?: Several;
}

export function TrashDialog<Row extends { id: string }>({
  of,
  nameOf,
  restored,
  several,
  place,
}: TrashProps<Row> & { place: DialogPlace }) {
  const tag = of.trash.schema.tags[0];
  const undo = useUndo();
  const canRestore = useMay(of.create);
  const pages = usePages([tag, of.trash.url], ({ cursor, signal }) =>
    call(of.trash, { query: { cursor }, signal }),
  );
  const shown = pages.itens?.map(({ registro }) => registro.id) ?? [];
  const picked = usePicked(shown);
  const picks = canRestore && several !== undefined;
  return (
    <Dialog
      title="Lixeira"
      text="O que é excluído fica aqui por 30 dias e pode ser restaurado."
      place={place}
    >
      <DialogBody className="min-h-48">
        <PagedList pages={pages} icon={Trash2} empty="A lixeira está vazia.">
          {(deleted) => (
            <>
              {picks && shown.length > 1 && <PickAll picked={picked} />}
              <ul className="flex flex-col divide-y">
                {deleted.map((item) => (
                  <DeletedRow
                    key={item.registro.id}
                    id={item.registro.id}
                    item={item}
                    name={nameOf(item.registro)}
                    picked={picks ? picked : undefined}
                    busy={undo.isPending && undo.variables.registroId === item.registro.id}
                    onRestore={
                      canRestore
                        ? () => undo.mutate({ lote: item.lote, registroId: item.registro.id, done: restored })
                        : undefined
                    }
                  />
                ))}
              </ul>
            </>
          )}
        </PagedList>
      </DialogBody>
      {picks && picked.ids.length > 0 && <RestoreSeveral ids={picked.ids} several={several} />}
    </Dialog>
  );
}

interface DeletedRowProps {
  id: string;
  item: Pick<Deleted<unknown>, 'excluido_em' | 'excluido_por'>;
  name: string;
  /** Picks the record for a common restoring. Undefined where records come back one by one. */
  picked: Picked | undefined;
  busy: boolean;
  /** Undefined for a person who may not restore it. */
  onRestore: (() => void) | undefined;
}

function DeletedRow({ id, item, name, picked, busy, onRestore }: DeletedRowProps) {
  return (
    <li className="flex items-center justify-between gap-3 py-2.5 first:pt-0">
      {picked && (
        <PickBox
          label={`Selecionar ${name}`}
          state={picked.ids.includes(id) ? 'all' : 'none'}
          disabled={false}
          narrow
          onPick={(on) => picked.pick(id, on)}
        />
      )}
      <div className="min-w-0 flex-1">
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
