import { type Movimento, movimentos } from '@prumo/contract/movimentos.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { call } from '#lib/api.ts';
import { useUndo } from '#records/use-undo.ts';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogBody } from '#ui/dialog.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { FailureState } from '#ui/failure-state.tsx';
import { MovimentoRow } from './movimento-row.tsx';
import { SaldoEm } from './saldo-em.tsx';

export interface MovimentosDialogProps {
  produtoId: string;
  nome: string;
  onClose: () => void;
}

/** Every change of a produto's stock, newest first, and how much there was on any day. Import it lazily. */
export function MovimentosDialog({ produtoId, nome, onClose }: MovimentosDialogProps) {
  const undo = useUndo();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['movimentos', movimentos.list.url, { produtoId }],
    queryFn: ({ pageParam, signal }) =>
      call(movimentos.list, { query: { produto_id: produtoId, cursor: pageParam || undefined }, signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.proximo,
    staleTime: 0,
  });
  const lines = data?.pages.flatMap((page) => page.itens);
  return (
    <Dialog title="Movimentações" text={nome} onClose={onClose}>
      <DialogBody className="min-h-64">
        <SaldoEm produtoId={produtoId} />
        {error && <FailureState message={error.message} onRetry={refetch} />}
        {!lines && !error && (
          <p role="status" className="text-control text-muted">
            Carregando...
          </p>
        )}
        {lines?.length === 0 && <EmptyState icon={History}>Nenhuma movimentação ainda</EmptyState>}
        {lines && lines.length > 0 && (
          <ol aria-label="Movimentações" className="flex flex-col divide-y">
            {lines.map((movimento) => (
              <MovimentoRow
                key={movimento.id}
                movimento={movimento}
                busy={undo.isPending}
                onUndo={
                  isNewest(movimento, lines)
                    ? () => undo.mutate({ lote: movimento.lote, done: 'Movimentação desfeita' })
                    : undefined
                }
              />
            ))}
          </ol>
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

/** The last one a person made by hand can be taken back, unless something has happened since. */
const isNewest = ({ id, origem }: Movimento, lines: readonly Movimento[]) =>
  origem === 'manual' && id === lines[0]?.id;
