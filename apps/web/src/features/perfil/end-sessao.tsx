import { type SessaoAberta, sessoesAbertas } from '@prumo/contract/sessoes-abertas.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#lib/api.ts';
import { notifySuccess } from '#lib/notify.ts';
import { notifyRefusal } from '#lib/session/notify-refusal.ts';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';

interface EndSessaoProps {
  sessao: SessaoAberta | 'others';
  onClose: () => void;
}

/** Asks for confirmation, then ends one session or all except this one. */
export function EndSessao({ sessao, onClose }: EndSessaoProps) {
  const queryClient = useQueryClient();
  const all = sessao === 'others';
  const end = useMutation({
    mutationFn: async () => {
      if (!all) await call(sessoesAbertas.remove, { params: { id: sessao.id } });
      else await call(sessoesAbertas.removeOthers);
    },
    onSuccess: () => notifySuccess(all ? 'Outras sessões encerradas' : 'Sessão encerrada'),
    onError: (error) => notifyRefusal('Erro ao encerrar', error),
    // A session that could not be ended may have expired meanwhile, so the list is reloaded either way.
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: [sessoesAbertas.list.schema.tags[0]] });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      question={all ? 'Encerrar as outras sessões?' : 'Encerrar esta sessão?'}
      consequence={
        all
          ? 'Todos os outros navegadores terão de entrar de novo. Este continua conectado.'
          : `${sessao.dispositivo}${sessao.endereco ? ` (${sessao.endereco})` : ''} terá de entrar de novo.`
      }
      confirm="Encerrar"
      busy={end.isPending}
      onConfirm={() => end.mutate()}
      onCancel={onClose}
    />
  );
}
