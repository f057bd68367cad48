import { equipe, type Transferencia, transferencia } from '@prumo/contract/equipe.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ArrowRightLeft } from 'lucide-react';
import { call } from '#lib/api.ts';
import { notifySuccess } from '#lib/notify.ts';
import { untilOf } from '#lib/numbers/ago.ts';
import { notifyRefusal } from '#lib/session/notify-refusal.ts';
import { refreshSession } from '#lib/session/session.ts';
import { Button } from '#ui/button.tsx';
import type { Viewer } from './actions.ts';

interface TransferenciaNoticeProps {
  offer: Transferencia;
  viewer: Viewer;
}

/** The open offer of the empresa: its membro accepts or declines it, and a dono withdraws it. */
export function TransferenciaNotice({ offer, viewer }: TransferenciaNoticeProps) {
  const queryClient = useQueryClient();
  const isMine = offer.para.user_id === viewer.user_id;
  const de = offer.de.nome ?? 'O dono';
  const para = offer.para.nome ?? 'outra pessoa';
  const reload = () => queryClient.invalidateQueries({ queryKey: [equipe.list.schema.tags[0]] });
  const accept = useMutation({
    mutationFn: () => call(transferencia.accept),
    onSuccess: () => {
      notifySuccess('A empresa é sua', `${de} agora é administrador.`);
      // The papel and the rights of this person have changed.
      return refreshSession();
    },
    onError: (error) => notifyRefusal('Erro ao aceitar', error),
    onSettled: reload,
  });
  const end = useMutation({
    mutationFn: () => call(transferencia.withdraw),
    onSuccess: () => notifySuccess(isMine ? 'Oferta recusada' : 'Oferta retirada'),
    onError: (error) => notifyRefusal(isMine ? 'Erro ao recusar' : 'Erro ao retirar', error),
    onSettled: reload,
  });
  return (
    <div role="note" className="flex flex-wrap items-center gap-3 border-b bg-accent/40 px-4 py-3">
      <ArrowRightLeft aria-hidden className="size-4 shrink-0 text-accent-fg" />
      <p className="min-w-0 flex-1 basis-60 text-control">
        {isMine
          ? `${de} ofereceu a empresa a você. Ao aceitar, você passa a dono, e ${de}, a administrador.`
          : `A empresa foi oferecida a ${para}, que ainda não respondeu.`}{' '}
        <span className="text-muted">A oferta vence {untilOf(offer.vence_em, Date.now())}.</span>
      </p>
      <div className="flex gap-2">
        {isMine ? (
          <>
            <Button busy={end.isPending} disabled={accept.isPending} onClick={() => end.mutate()}>
              Recusar
            </Button>
            <Button
              look="primary"
              busy={accept.isPending}
              disabled={end.isPending}
              onClick={() => accept.mutate()}
            >
              Aceitar a empresa
            </Button>
          </>
        ) : (
          viewer.papel === 'dono' && (
            <Button busy={end.isPending} onClick={() => end.mutate()}>
              Retirar a oferta
            </Button>
          )
        )}
      </div>
    </div>
  );
}
