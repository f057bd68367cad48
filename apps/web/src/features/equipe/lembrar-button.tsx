import { equipe, type Membro } from '@prumo/contract/equipe.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#lib/api.ts';
import { notifySuccess } from '#lib/notify.ts';
import { formatDateTime } from '#lib/numbers/format.ts';
import { useMay } from '#lib/session/may.tsx';
import { notifyRefusal } from '#lib/session/notify-refusal.ts';
import { Button } from '#ui/button.tsx';

/** Reminds a membro by e-mail to turn two-step verification on. Absent for a person of whom nothing is demanded. */
export function LembrarButton({ membro }: { membro: Membro }) {
  const { user_id, duas_etapas_ate } = membro;
  const nome = membro.nome ?? membro.email;
  const queryClient = useQueryClient();
  const may = useMay(equipe.remind);
  const remind = useMutation({
    mutationFn: () => call(equipe.remind, { params: { user_id } }),
    onSuccess: ({ situacao, lembrado_em }) => {
      if (situacao === 'enviado') notifySuccess('Lembrete enviado', `${nome} recebe um email com o prazo.`);
      else
        notifySuccess(
          'Lembrete já enviado hoje',
          `${nome} recebeu um email em ${formatDateTime(lembrado_em)}. Lembre de novo amanhã.`,
        );
      void queryClient.invalidateQueries({ queryKey: [equipe.list.schema.tags[0]] });
    },
    onError: (error) => notifyRefusal('Erro ao enviar o lembrete', error),
  });
  if (!may || !duas_etapas_ate) return null;
  return (
    // Not disabled while it waits, so that the button keeps the focus.
    <Button
      look="ghost"
      className="-ml-2 h-6 px-2"
      aria-busy={remind.isPending}
      aria-label={`Lembrar ${nome} de ligar a verificação em duas etapas`}
      onClick={() => !remind.isPending && remind.mutate()}
    >
      Lembrar
    </Button>
  );
}
