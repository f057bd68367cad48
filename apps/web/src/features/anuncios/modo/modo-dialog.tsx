import type { BlocoDeAnuncios } from '@prumo/contract/anuncios.ts';
import { type Publicacao, publicacao } from '@prumo/contract/publicacao.ts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call, ProblemError } from '#lib/api.ts';
import type { DialogPlace } from '#lib/dialogs/use-dialog.ts';
import { useWork } from '#lib/drafts/use-work.ts';
import { notifyUndoable } from '#lib/notify.ts';
import { saveKeys } from '#lib/save-key.ts';
import { notifyRefusal } from '#lib/session/notify-refusal.ts';
import { Button } from '#ui/button.tsx';
import { DialogBody, DialogFooter } from '#ui/dialog/dialog.tsx';
import { EagerDialog } from '#ui/dialog/eager-dialog.tsx';
import { Notice } from '#ui/notice.tsx';
import { escolhaOf, restored, retidasOf } from './escolha.ts';
import { ModoFields } from './modo-fields.tsx';
import { MODO_EM_PALAVRAS, modoText } from './modo-words.ts';
import { publicacaoIn } from './typed-units.ts';
import { useRefresh } from './use-refresh.ts';

interface ModoDialogProps {
  title: string;
  /** Undefined when the address names a produto that is not on the screen. */
  bloco: BlocoDeAnuncios | undefined;
  /** Whether a conta narrows the list, so that the sum of the anuncios is not known. */
  isNarrowed: boolean;
  place: DialogPlace;
}

/** Chooses how the anuncios of a produto share its stock. */
export function ModoDialog({ title, bloco, isNarrowed, place }: ModoDialogProps) {
  const produto = bloco?.produto;
  return (
    <EagerDialog title={title} {...(produto && { text: `${produto.nome} · ${produto.sku}` })} place={place}>
      {bloco && produto ? (
        <ModoForm bloco={bloco} produto={produto} isNarrowed={isNarrowed} place={place} />
      ) : (
        <DialogBody>
          <Notice>Este produto não está nesta lista. Busque por ele e abra de novo.</Notice>
        </DialogBody>
      )}
    </EagerDialog>
  );
}

interface ModoFormProps extends Omit<ModoDialogProps, 'title' | 'bloco'> {
  bloco: BlocoDeAnuncios;
  produto: NonNullable<BlocoDeAnuncios['produto']>;
}

function ModoForm({ bloco, produto, isNarrowed, place }: ModoFormProps) {
  const refresh = useRefresh();
  const [keys] = useState(saveKeys);
  // The stream may show another choice under the open dialog. The person answers for the one that they saw.
  const [seen, setSeen] = useState<Publicacao | undefined>(produto.publicacao);
  const antes = seen ?? produto.publicacao;
  const base = escolhaOf(antes);
  const [escolha, setEscolha] = useState(base);
  const read = publicacaoIn(escolha.modo, retidasOf(escolha));
  const [isTried, setIsTried] = useState(false);

  const save = useMutation({
    mutationFn: (chosen: Publicacao) => {
      const body = { publicacao: chosen, antes };
      return call(publicacao.choose, { params: { id: produto.id }, body, idempotencyKey: keys.keyFor(body) });
    },
    onSuccess: (_, chosen) => {
      work.done();
      place.close();
      void refresh();
      notifyUndoable(`Modo dos anúncios: ${MODO_EM_PALAVRAS[chosen.modo].nome}`, () =>
        undo.mutate({ publicacao: antes, antes: chosen }),
      );
    },
    onError: async (error) => {
      if (!(error instanceof ProblemError) || error.status !== 409) return;
      await refresh();
      setSeen(undefined);
    },
  });
  const undo = useMutation({
    mutationFn: (body: { publicacao: Publicacao; antes: Publicacao }) =>
      call(publicacao.choose, { params: { id: produto.id }, body }),
    onError: (error) => notifyRefusal('Erro ao desfazer', error),
    onSettled: refresh,
  });
  const work = useWork({
    values: () => ({ ...escolha }),
    base: () => ({ ...base }),
    keys,
    restore: (draft) => setEscolha(draft ? restored(draft.values, base) : base),
    isHeldOpen: () => save.isPending,
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (save.isPending || !('value' in read)) return;
    if (modoText(read.value) === modoText(antes)) place.cancel();
    else save.mutate(read.value);
  };
  return (
    <form noValidate onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
      <DialogBody>
        {save.error && (
          <Notice>
            {save.error.message}
            {seen === undefined && <p>Agora vale: {modoText(antes)}.</p>}
          </Notice>
        )}
        <ModoFields
          escolha={escolha}
          sentence={isTried && 'sentence' in read ? read.sentence : undefined}
          bloco={bloco}
          isNarrowed={isNarrowed}
          onChange={(part) => setEscolha((now) => ({ ...now, ...part }))}
        />
      </DialogBody>
      <DialogFooter>
        <Button disabled={save.isPending} onClick={place.cancel}>
          Cancelar
        </Button>
        <Button type="submit" look="primary" busy={save.isPending}>
          Salvar
        </Button>
      </DialogFooter>
    </form>
  );
}
