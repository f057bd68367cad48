import { equipe, type Membro, transferencia } from '@prumo/contract/equipe.ts';
import { PAPEL_EM_PALAVRAS } from '@prumo/contract/papeis.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '#lib/api.ts';
import type { DialogPlace } from '#lib/dialogs/use-dialog.ts';
import { useWork } from '#lib/drafts/use-work.ts';
import { notifySuccess } from '#lib/notify.ts';
import { notifyRefusal } from '#lib/session/notify-refusal.ts';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '#ui/dialog/dialog.tsx';
import { ChoiceList } from '#ui/form/choice-list.tsx';
import { nameOf } from './actions.ts';

interface TransferDialogProps {
  others: readonly Membro[];
  place: DialogPlace;
}

/** Offers the empresa to another membro. Nothing changes until that person accepts. */
export function TransferDialog(props: TransferDialogProps) {
  return (
    <Dialog
      title="Transferir a empresa"
      text="Quem recebe aceita em até 7 dias e passa a dono. Você passa a administrador. Os dois confirmam quem são."
      place={props.place}
    >
      <TransferForm {...props} />
    </Dialog>
  );
}

function TransferForm({ others, place }: TransferDialogProps) {
  const queryClient = useQueryClient();
  const [para, setPara] = useState<string>();
  const offer = useMutation({
    mutationFn: (user_id: string) => call(transferencia.offer, { body: { user_id } }),
    onSuccess: (made) => {
      notifySuccess('Empresa oferecida', `Ela muda de dono quando ${made.para.nome ?? 'a pessoa'} aceitar.`);
      work.done();
      place.close();
    },
    onError: (error) => notifyRefusal('Erro ao transferir', error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [equipe.list.schema.tags[0]] }),
  });
  const work = useWork({
    values: () => ({ para }),
    base: () => ({}),
    restore: (draft) => setPara(others.find(({ user_id }) => user_id === draft?.values['para'])?.user_id),
    isHeldOpen: () => offer.isPending,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (para && !offer.isPending) offer.mutate(para);
  };
  return (
    <form onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
      <DialogBody>
        {others.length === 0 ? (
          <p className="text-control text-muted">
            Só você faz parte da empresa. Convide a pessoa e, quando ela aceitar, volte aqui.
          </p>
        ) : (
          <ChoiceList
            legend="Para quem"
            choices={others.map((membro) => ({
              value: membro.user_id,
              label: nameOf(membro),
              text: `${PAPEL_EM_PALAVRAS[membro.papel].nome} · ${membro.email}`,
            }))}
            chosen={para}
            onChoose={setPara}
          />
        )}
      </DialogBody>
      <DialogFooter>
        <Button disabled={offer.isPending} onClick={place.cancel}>
          {others.length === 0 ? 'Fechar' : 'Cancelar'}
        </Button>
        {others.length > 0 && (
          <Button type="submit" look="primary" disabled={!para} busy={offer.isPending}>
            Oferecer a empresa
          </Button>
        )}
      </DialogFooter>
    </form>
  );
}
