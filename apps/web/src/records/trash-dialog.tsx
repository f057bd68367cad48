import { useInfiniteQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { call } from '#lib/api.ts';
import { formatDateTime } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogBody } from '#ui/dialog.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { FailureState } from '#ui/failure-state.tsx';
import type { Deleted, WithTrash } from './register.ts';
import { useUndo } from './use-undo.ts';

export interface TrashProps<Row> {
  of: WithTrash<Row>;
  /** What a deleted record is called in the list. */
  nameOf: (row: Row) => string;
  /** Said after one comes back. */
  restored: string;
}

export function TrashDialog<Row>({
  of,
  nameOf,
  restored,
  onClose,
}: TrashProps<Row> & { onClose: () => void }) {
  const tag = of.trash.schema.tags[0];
  const undo = useUndo();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [tag, of.trash.url],
    queryFn: ({ pageParam, signal }) => call(of.trash, { query: { cursor: pageParam || undefined }, signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.proximo,
    staleTime: 0,
  });
  const deleted = data?.pages.flatMap((page) => page.itens);
  return (
    <Dialog title="Lixeira" text="O que foi excluído nos últimos 30 dias." onClose={onClose}>
      <DialogBody className="min-h-48">
        {error && <FailureState message={error.message} onRetry={refetch} />}
        {!deleted && !error && (
          <p role="status" className="text-control text-muted">
            Carregando...
          </p>
        )}
        {deleted?.length === 0 && <EmptyState icon={Trash2}>A lixeira está vazia.</EmptyState>}
        {deleted && deleted.length > 0 && (
          <ul className="flex flex-col divide-y">
            {deleted.map((item) => (
              <DeletedRow
                key={item.lote}
                item={item}
                name={nameOf(item.registro)}
                busy={undo.isPending && undo.variables.lote === item.lote}
                onRestore={() => undo.mutate({ lote: item.lote, done: restored })}
              />
            ))}
          </ul>
        )}
        {hasNextPage && (
          <Button className="self-center" busy={isFetchingNextPage} onClick={() => fetchNextPage()}>
            Carregar mais
          </Button>
        )}
      </DialogBody>
    </Dialog>
  );
}

interface DeletedRowProps {
  item: Pick<Deleted<unknown>, 'excluido_em' | 'excluido_por'>;
  name: string;
  busy: boolean;
  onRestore: () => void;
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
      <Button busy={busy} aria-label={`Restaurar ${name}`} onClick={onRestore}>
        Restaurar
      </Button>
    </li>
  );
}
