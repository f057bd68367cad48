import { equipe, type Membro } from '@prumo/contract/equipe.ts';
import { PAPEL_EM_PALAVRAS, type Papel } from '@prumo/contract/papeis.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#lib/api.ts';
import { notifySuccess, notifyUndoable } from '#lib/notify.ts';
import { notifyRefusal } from '#lib/session/notify-refusal.ts';
import { nameOf } from './actions.ts';

type Change = Pick<Membro, 'papel' | 've_custo'>;

/** Changes the papel of a membro and the sight of costs. A toast offers to undo each change. */
export function useChangeMembro(membro: Membro) {
  const queryClient = useQueryClient();
  const { user_id, papel, ve_custo } = membro;
  const save = useMutation({
    mutationFn: (body: Change) => call(equipe.update, { params: { user_id }, body }),
    onError: (error) => notifyRefusal('Erro ao mudar a equipe', error),
    // A refusal may come from a list that is out of date.
    onSettled: () => queryClient.invalidateQueries({ queryKey: [equipe.list.schema.tags[0]] }),
  });
  const change = (to: Change, done: string) =>
    save.mutate(to, {
      onSuccess: () =>
        notifyUndoable(done, () =>
          save.mutate({ papel, ve_custo }, { onSuccess: () => notifySuccess('Mudança desfeita') }),
        ),
    });
  return {
    /** The change on its way to the server. */
    pending: save.isPending ? save.variables : undefined,
    changePapel: (to: Papel) =>
      change({ papel: to, ve_custo }, `${nameOf(membro)} agora é ${PAPEL_EM_PALAVRAS[to].nome}`),
    changeCusto: (to: boolean) =>
      change({ papel, ve_custo: to }, `${nameOf(membro)} ${to ? 'agora vê' : 'não vê mais'} custo e margem`),
  };
}
