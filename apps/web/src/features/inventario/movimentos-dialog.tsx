import { type Movimento, movimentos } from '@prumo/contract/movimentos.ts';
import { produtos } from '@prumo/contract/produtos.ts';
import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { call } from '#lib/api.ts';
import type { DialogPlace } from '#lib/dialogs/use-dialog.ts';
import { useMay } from '#lib/session/may.tsx';
import { useUndo } from '#records/history/use-undo.ts';
import { PagedList } from '#records/list/paged-list.tsx';
import { usePages } from '#records/list/use-pages.ts';
import { namedOf } from '#records/picker/pickable.ts';
import { Dialog, DialogBody } from '#ui/dialog/dialog.tsx';
import { MovimentoRow } from './movimento-row.tsx';
import { SaldoEm } from './saldo-em.tsx';

export interface MovimentosDialogProps {
  produtoId: string;
  place: DialogPlace;
}

/** Every change of a produto's stock, newest first, and the saldo on any day. Import it lazily. */
export function MovimentosDialog({ produtoId, place }: MovimentosDialogProps) {
  const undo = useUndo();
  const canUndo = useMay(movimentos.create);
  const pages = usePages(['movimentos', movimentos.list.url, { produtoId }], ({ cursor, signal }) =>
    call(movimentos.list, { query: { produto_id: produtoId, cursor }, signal }),
  );
  const { data: produto } = useQuery(namedOf(produtos, produtoId));
  return (
    <Dialog title="Movimentações" {...(produto && { text: produto.nome })} place={place}>
      <DialogBody className="min-h-64">
        <SaldoEm produtoId={produtoId} />
        <PagedList pages={pages} icon={History} empty="Nenhuma movimentação ainda">
          {(lines) => (
            <ol aria-label="Movimentações" className="flex flex-col divide-y">
              {lines.map((movimento) => (
                <MovimentoRow
                  key={movimento.id}
                  movimento={movimento}
                  busy={undo.isPending}
                  onUndo={
                    canUndo && isNewest(movimento, lines)
                      ? () => undo.mutate({ lote: movimento.lote, done: 'Movimentação desfeita' })
                      : undefined
                  }
                />
              ))}
            </ol>
          )}
        </PagedList>
      </DialogBody>
    </Dialog>
  );
}

/** Only the newest movimento can be undone, and only when a person recorded it by hand. */
const isNewest = ({ id, origem }: Movimento, lines: readonly Movimento[]) =>
  origem === 'manual' && id === lines[0]?.id;
