import { movimentos } from '@prumo/contract/movimentos.ts';
import { pedidos } from '@prumo/contract/pedidos.ts';
import type { PedidoAberto } from '@prumo/contract/pedidos-fila.ts';
import { reservas } from '@prumo/contract/reservas.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, queryOf } from '#lib/api.ts';
import type { DialogPlace } from '#lib/dialogs/use-dialog.ts';
import { notifySuccess, notifyUndoable } from '#lib/notify.ts';
import { notifyRefusal } from '#lib/session/notify-refusal.ts';
import { disponibilidadeText } from '#records/stock/disponibilidade.tsx';
import { Button } from '#ui/button.tsx';
import { DialogBody, DialogFooter } from '#ui/dialog/dialog.tsx';
import { EagerDialog } from '#ui/dialog/eager-dialog.tsx';
import { FailureState } from '#ui/failure-state.tsx';
import { ChoiceList } from '#ui/form/choice-list.tsx';

interface FaltaDialogProps {
  /** The ids of the parcel and of the reserva, as the address names them. */
  args: readonly string[];
  place: DialogPlace;
}

/** Takes the pieces that are missing from another deposito. */
export function FaltaDialog({ args: [pedidoId = '', reservaId = ''], place }: FaltaDialogProps) {
  const { data, error, refetch } = useQuery(queryOf(pedidos.get, { params: { id: pedidoId } }));
  const item = data?.itens.find(({ reserva_id }) => reserva_id === reservaId);
  return (
    <EagerDialog
      title="Escolher outro depósito"
      {...(item && {
        text: `${item.nome ?? 'Produto'}: faltam ${item.falta} no depósito ${item.deposito_nome ?? '-'}.`,
      })}
      place={place}
    >
      {error && <FailureState message={error.message} onRetry={refetch} />}
      {item?.produto_id && <Escolha item={item} produtoId={item.produto_id} place={place} />}
    </EagerDialog>
  );
}

interface EscolhaProps {
  item: PedidoAberto['itens'][number];
  produtoId: string;
  place: DialogPlace;
}

function Escolha({ item, produtoId, place }: EscolhaProps) {
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState<string>();
  const saldos = useQuery({
    ...queryOf(movimentos.saldos, { params: { id: produtoId }, query: {} }),
    staleTime: 0,
  });
  const others = saldos.data?.itens.filter(
    ({ deposito_id, ativo }) => ativo && deposito_id !== item.deposito_id,
  );
  const send = (to: string, from: string | null) =>
    call(reservas.move, {
      params: { id: item.reserva_id ?? '' },
      body: { deposito_id: to, deposito_lido: from },
    });
  const move = useMutation({
    mutationFn: (to: string) => send(to, item.deposito_id),
    onSuccess: (_, to) => {
      void queryClient.invalidateQueries();
      const from = item.deposito_id;
      if (from === null) notifySuccess('Depósito escolhido');
      else notifyUndoable('Depósito do pedido trocado', () => back.mutate({ to: from, from: to }));
      place.close();
    },
    onError: (error) => notifyRefusal('Erro ao trocar o depósito', error),
  });
  const back = useMutation({
    mutationFn: ({ to, from }: { to: string; from: string }) => send(to, from),
    onSuccess: () => {
      notifySuccess('Troca de depósito desfeita');
      void queryClient.invalidateQueries();
    },
    onError: (error) => notifyRefusal('Erro ao desfazer a troca', error),
  });
  return (
    <>
      <DialogBody>
        {saldos.error && <FailureState message={saldos.error.message} onRetry={saldos.refetch} />}
        {others?.length === 0 && (
          <p className="text-control text-muted">
            Nenhum outro depósito tem este produto. Dê entrada no estoque quando ele chegar: o pedido o recebe
            sozinho.
          </p>
        )}
        {others && others.length > 0 && (
          <ChoiceList
            legend="De onde tirar"
            choices={others.map((saldo) => ({
              value: saldo.deposito_id,
              label: saldo.nome,
              text: disponibilidadeText({ ...saldo, saldo: saldo.quantidade }),
            }))}
            chosen={chosen}
            onChoose={setChosen}
          />
        )}
      </DialogBody>
      <DialogFooter>
        <Button onClick={place.cancel}>Cancelar</Button>
        <Button
          look="primary"
          disabled={chosen === undefined}
          busy={move.isPending}
          onClick={() => chosen && move.mutate(chosen)}
        >
          Tirar deste depósito
        </Button>
      </DialogFooter>
    </>
  );
}
