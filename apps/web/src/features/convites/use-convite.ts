import { type Convite, convites } from '@prumo/contract/convites.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#lib/api.ts';
import { notifySuccess, notifyUndoable } from '#lib/notify.ts';
import { notifyRefusal } from '#lib/session/notify-refusal.ts';

/** The actions on one convite. A refused one reloads the list, which is then out of date. */
export function useConvite({ id, email }: Convite) {
  const queryClient = useQueryClient();
  const params = { id };
  const reload = () => queryClient.invalidateQueries({ queryKey: [convites.list.schema.tags[0]] });

  const resend = useMutation({
    mutationFn: () => call(convites.resend, { params }),
    onSuccess: () => notifySuccess('Convite reenviado', `O link anterior para ${email} deixou de valer.`),
    onError: (error) => notifyRefusal('Erro ao reenviar', error),
    onSettled: reload,
  });
  const unrevoke = useMutation({
    mutationFn: () => call(convites.unrevoke, { params }),
    onSuccess: () => notifySuccess('Convite de volta', `O link enviado para ${email} vale de novo.`),
    onError: (error) => notifyRefusal('Erro ao desfazer', error),
    onSettled: reload,
  });
  const revoke = useMutation({
    mutationFn: () => call(convites.revoke, { params }),
    onSuccess: () => notifyUndoable(`Convite de ${email} revogado`, () => unrevoke.mutate()),
    onError: (error) => notifyRefusal('Erro ao revogar', error),
    onSettled: reload,
  });
  return { resend, revoke };
}
