import { movimentos, type Tipo } from '@prumo/contract/movimentos.ts';
import { produtos } from '@prumo/contract/produtos.ts';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '#lib/api.ts';
import type { DialogPlace } from '#lib/dialogs/use-dialog.ts';
import { namedOf } from '#records/picker/pickable.ts';
import { Dialog, DialogBody } from '#ui/dialog/dialog.tsx';
import { FailureState } from '#ui/failure-state.tsx';
import { MovimentoForm } from './movimento-form.tsx';

export interface MovimentoDialogProps {
  produtoId: string;
  /** The deposito. When omitted, the person chooses one. */
  depositoId?: string;
  tipo?: Tipo;
  /** The quantity that the person has already typed elsewhere. */
  quantidade?: string | undefined;
  place: DialogPlace;
}

/** Records an entrada, saida, transferencia or ajuste. Import it lazily, to keep it out of the first load. */
export function MovimentoDialog(props: MovimentoDialogProps) {
  const { produtoId, depositoId, tipo, quantidade, place } = props;
  // Never from the cache, because stock may have been sold since.
  const saldos = useQuery({
    ...queryOf(movimentos.saldos, { params: { id: produtoId } }),
    staleTime: 0,
    gcTime: 0,
  });
  const { data: produto } = useQuery(namedOf(produtos, produtoId));
  return (
    <Dialog title="Movimentar estoque" {...(produto && { text: produto.nome })} place={place}>
      {saldos.error && !saldos.data && (
        <FailureState message={saldos.error.message} onRetry={saldos.refetch} />
      )}
      {saldos.isPending && (
        <DialogBody role="status" aria-label="Carregando...">
          <div className="skeleton h-9 shrink-0" />
          <div className="skeleton h-9 shrink-0" />
          <div className="skeleton h-20 shrink-0" />
        </DialogBody>
      )}
      {saldos.data && (
        <MovimentoForm
          produtoId={produtoId}
          depositoId={depositoId}
          tipo={tipo ?? 'entrada'}
          quantidade={quantidade ?? ''}
          saldos={saldos.data.itens}
          onRefused={() => void saldos.refetch()}
          place={place}
        />
      )}
    </Dialog>
  );
}
