import { movimentos, type Tipo } from '@prumo/contract/movimentos.ts';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '#lib/api.ts';
import { Dialog, DialogBody } from '#ui/dialog.tsx';
import { FailureState } from '#ui/failure-state.tsx';
import { MovimentoForm } from './movimento-form.tsx';

export interface MovimentoDialogProps {
  produtoId: string;
  nome: string;
  /** The deposito. When omitted, the person chooses one. */
  depositoId?: string;
  tipo?: Tipo;
  onClose: () => void;
}

/** Records an entrada, saida, transferencia or ajuste. Import it lazily, to keep it out of the first load. */
export function MovimentoDialog({ produtoId, nome, depositoId, tipo, onClose }: MovimentoDialogProps) {
  // Never from the cache, because stock may have been sold since.
  const saldos = useQuery({
    ...queryOf(movimentos.saldos, { params: { id: produtoId } }),
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <Dialog title="Movimentar estoque" text={nome} onClose={onClose}>
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
          saldos={saldos.data.itens}
          onRefused={() => void saldos.refetch()}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}
