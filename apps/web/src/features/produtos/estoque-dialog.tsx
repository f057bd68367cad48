import { movimentos } from '@prumo/contract/movimentos.ts';
import type { ProdutoListado } from '@prumo/contract/produtos.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Warehouse } from 'lucide-react';
import { useState } from 'react';
import { localOf } from '#features/produtos/dialog/local.ts';
import { queryOf } from '#lib/api.ts';
import { cn } from '#lib/class-names.ts';
import { type DialogPlace, useDialog } from '#lib/dialogs/use-dialog.ts';
import { later } from '#lib/loading/later.tsx';
import { today } from '#lib/numbers/day.ts';
import { formatQuantity } from '#lib/numbers/format.ts';
import { May } from '#lib/session/may.tsx';
import { useFailureNotice } from '#lib/use-failure-notice.ts';
import { Disponibilidade } from '#records/stock/disponibilidade.tsx';
import { Button } from '#ui/button.tsx';
import { DayFilter } from '#ui/day/day-filter.tsx';
import { Dialog, DialogBody, DialogFooter } from '#ui/dialog/dialog.tsx';
import { Opening } from '#ui/dialog/opening.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { FailureState } from '#ui/failure-state.tsx';
import { useProduto } from './use-produto.ts';

const MovimentoDialog = later(
  async () => (await import('#features/inventario/movimento-dialog.tsx')).MovimentoDialog,
);
const MovimentosDialog = later(
  async () => (await import('#features/inventario/movimentos-dialog.tsx')).MovimentosDialog,
);

interface EstoqueDialogProps {
  id: string;
  /** The produto, if it is on the page of the list. */
  listed: ProdutoListado | undefined;
  place: DialogPlace;
}

export function EstoqueDialog({ id, listed, place }: EstoqueDialogProps) {
  const nome = useProduto(id, listed).produto?.nome;
  return (
    <Dialog title="Estoque por Depósito" {...(nome && { text: nome })} place={place}>
      <Estoque produtoId={id} />
    </Dialog>
  );
}

/** A component of its own, because its buttons open dialogs over this one. */
function Estoque({ produtoId }: { produtoId: string }) {
  const [em, setEm] = useState('');
  const movimentar = useDialog('movimentar');
  const movimentacoes = useDialog('movimentacoes');
  const {
    data: read,
    error,
    isSuccess,
    isPlaceholderData,
    refetch,
  } = useQuery({
    ...queryOf(movimentos.saldos, { params: { id: produtoId }, query: { em: em || undefined } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  // Stale data is hidden after a failed refetch, because it may be wrong.
  const data = error ? undefined : read;
  const renew = useFailureNotice(
    em,
    { error, isSuccess: isSuccess && !isPlaceholderData },
    'Erro ao carregar estoque',
  );
  const retry = () => {
    renew();
    void refetch();
  };

  return (
    <>
      <DialogBody className="min-h-48">
        <div className="self-end">
          <DayFilter label="Saldo em" value={em} max={today()} onDay={setEm} />
        </div>
        {error && <FailureState message={error.message} onRetry={retry} />}
        {!data && !error && (
          <p role="status" className="text-control text-muted">
            Carregando...
          </p>
        )}
        {data?.itens.length === 0 && (
          <EmptyState icon={Warehouse}>
            {em ? 'Neste dia não havia estoque deste produto.' : 'Este produto não está em nenhum depósito.'}
          </EmptyState>
        )}
        {data && data.itens.length > 0 && (
          <ul
            aria-busy={isPlaceholderData}
            className={cn('flex flex-col divide-y rounded-card border', isPlaceholderData && 'opacity-60')}
          >
            {data.itens.map((saldo) => (
              <li key={saldo.deposito_id} className="flex items-center justify-between gap-3 px-3.5 py-2">
                <div className="min-w-0">
                  <p className="truncate font-medium text-control">{saldo.nome}</p>
                  <p className="truncate text-meta text-muted">{localOf(saldo) || '-'}</p>
                  <Disponibilidade {...saldo} saldo={saldo.quantidade} />
                </div>
                <span className="shrink-0 font-medium text-control">{formatQuantity(saldo.quantidade)}</span>
              </li>
            ))}
          </ul>
        )}
        {data && (
          <div className="flex flex-col gap-1 px-3.5 text-control">
            <p className="flex items-baseline justify-between gap-3">
              <span className="text-muted">Total</span>
              <span className="font-semibold">{formatQuantity(data.total)} unidades</span>
            </p>
            <Disponibilidade {...data} saldo={data.total} className="text-right" />
          </div>
        )}
      </DialogBody>
      <DialogFooter>
        <Button onClick={() => movimentacoes.open()}>Ver movimentações</Button>
        <May call={movimentos.create}>
          <Button look="primary" onClick={() => movimentar.open()}>
            Movimentar
          </Button>
        </May>
      </DialogFooter>
      {movimentar.place && (
        <Opening title="Movimentar estoque" onClose={movimentar.place.close}>
          <MovimentoDialog produtoId={produtoId} place={movimentar.place} />
        </Opening>
      )}
      {movimentacoes.place && (
        <Opening title="Movimentações" onClose={movimentacoes.place.close}>
          <MovimentosDialog produtoId={produtoId} place={movimentacoes.place} />
        </Opening>
      )}
    </>
  );
}
