import { type Retencao, retencao } from '@prumo/contract/retencao.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call, queryOf } from '#lib/api.ts';
import type { DialogPlace } from '#lib/dialogs/use-dialog.ts';
import { useWork } from '#lib/drafts/use-work.ts';
import { notifySuccess } from '#lib/notify.ts';
import { formatDate } from '#lib/numbers/format.ts';
import { notifyRefusal } from '#lib/session/notify-refusal.ts';
import { Button } from '#ui/button.tsx';
import { DialogBody, DialogFooter } from '#ui/dialog/dialog.tsx';
import { EagerDialog } from '#ui/dialog/eager-dialog.tsx';
import { ChoiceList } from '#ui/form/choice-list.tsx';
import { anosEmPalavras, consequenciaDe } from './retencao-words.ts';

interface RetencaoDialogProps {
  title: string;
  retencao: Retencao;
  place: DialogPlace;
}

/** Lets a person choose the term. Each choice says what it removes and from when, before the person confirms it. */
export function RetencaoDialog({ title, ...props }: RetencaoDialogProps) {
  return (
    <EagerDialog
      title={title}
      text="Cadastros, estoque, movimentos e vendas ficam. Só sai o registro de quem alterou o quê."
      place={props.place}
    >
      <RetencaoForm {...props} />
    </EagerDialog>
  );
}

function RetencaoForm({ retencao: saved, place }: Omit<RetencaoDialogProps, 'title'>) {
  const queryClient = useQueryClient();
  const [anos, setAnos] = useState(saved.historico_anos);
  const opcaoOf = (value: unknown) => saved.opcoes.find((opcao) => opcao.anos === value);
  const chosen = opcaoOf(anos);
  const isShorter = chosen?.vale_em != null;
  const save = useMutation({
    mutationFn: () => call(retencao.set, { body: { historico_anos: anos } }),
    onSuccess: (changed) => {
      queryClient.setQueryData(queryOf(retencao.get).queryKey, changed);
      notifySuccess(
        'Prazo do histórico mudado',
        changed.vale_em
          ? `Passa a ${anosEmPalavras(changed.historico_anos)} em ${formatDate(changed.vale_em)}.`
          : `O histórico é guardado por ${anosEmPalavras(changed.historico_anos)}.`,
      );
      work.done();
      place.close();
    },
    onError: (error) => notifyRefusal('Erro ao mudar o prazo', error),
  });
  const work = useWork({
    values: () => ({ anos }),
    base: () => ({ anos: saved.historico_anos }),
    restore: (draft) => setAnos(opcaoOf(draft?.values['anos'])?.anos ?? saved.historico_anos),
    isHeldOpen: () => save.isPending,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!save.isPending && anos !== saved.historico_anos) save.mutate();
  };
  return (
    <form onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
      <DialogBody>
        <ChoiceList
          legend="Guardar por"
          choices={saved.opcoes.map((opcao) => ({
            value: opcao.anos,
            label: anosEmPalavras(opcao.anos),
            text: opcao.anos === saved.historico_anos ? 'O prazo escolhido.' : consequenciaDe(opcao),
          }))}
          chosen={anos}
          onChoose={setAnos}
        />
        {isShorter && (
          <p className="text-control">
            O que sai do histórico não volta. Antes da data, basta escolher de novo um prazo maior. Para
            guardar uma cópia, um dono pode baixar tudo.
          </p>
        )}
      </DialogBody>
      <DialogFooter>
        <Button disabled={save.isPending} onClick={place.cancel}>
          Cancelar
        </Button>
        <Button
          type="submit"
          look={isShorter ? 'danger' : 'primary'}
          disabled={anos === saved.historico_anos}
          busy={save.isPending}
        >
          Guardar por {anosEmPalavras(anos)}
        </Button>
      </DialogFooter>
    </form>
  );
}
