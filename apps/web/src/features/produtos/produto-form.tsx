import { type Fornecedor, fornecedores } from '@prumo/contract/fornecedores.ts';
import { type Produto, produtos } from '@prumo/contract/produtos.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useImperativeHandle, useRef, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { FornecedorDialog } from '#features/fornecedores/fornecedor-dialog.tsx';
import { useUnsavedWork } from '#lib/unsaved-work.ts';
import { HistoryButton } from '#records/history-button.tsx';
import { NOVO } from '#records/list-search.ts';
import { namedOf } from '#records/pickable.ts';
import { StaleNotice } from '#records/stale-notice.tsx';
import { useRecordForm } from '#records/use-record-form.ts';
import { Button } from '#ui/button.tsx';
import { DialogFooter } from '#ui/dialog.tsx';
import { useFocusOnOpen } from '#ui/focus-on-open.ts';
import { blank, inputOf, merges, start } from './produto-input.ts';
import { ProdutoTabs } from './produto-tabs.tsx';
import { labels, saveWords } from './produto-words.tsx';
import { useFotos } from './use-fotos.ts';
import { useOffersRead } from './use-offers-read.ts';

/** What whoever closes the dialog must know of the form. */
export interface Closing {
  /** Escape is for what is being dragged; and a save on its way cannot be given up any more. */
  isHeldOpen: () => boolean;
}

interface ProdutoFormProps {
  /** Undefined for a new one. */
  record: Produto | undefined;
  closing: RefObject<Closing | null>;
  onSaved: () => void;
  /** Asks first when something would be lost. */
  onClose: () => void;
}

export function ProdutoForm({ record, closing, onSaved, onClose }: ProdutoFormProps) {
  const queryClient = useQueryClient();
  const { form, save, stale, takeTheirs, follow, isChanged } = useRecordForm({
    of: produtos,
    record,
    blank,
    start,
    inputOf,
    merges,
    words: { ...saveWords, failed: record ? 'Erro ao atualizar produto' : 'Erro ao cadastrar produto' },
    beforeSave: (_, readAgain) => fotos.settle().then(readAgain),
    onSaved,
  });
  const fotos = useFotos(form, follow);
  const dragging = useRef(false);
  const [newFornecedor, setNewFornecedor] = useState<string>();
  const { isSubmitting } = form.formState;
  const { setFocus, setValue } = form;
  useUnsavedWork(true, () => isChanged() || fotos.queue.isBusy());
  useOffersRead();
  useImperativeHandle(closing, () => ({
    isHeldOpen: () => dragging.current || (isSubmitting && !fotos.queue.isBusy()),
  }));

  // Not by touch, where a keyboard would cover the form; nor in a produto that is there, where what a scanner sends
  // next would be typed into its name.
  useFocusOnOpen(() => {
    if (!record && matchMedia('(pointer: fine)').matches) setFocus('nome');
  });

  function choose({ id, nome }: Fornecedor) {
    queryClient.setQueryData(namedOf(fornecedores, id).queryKey, { id, nome });
    setValue('fornecedor_id', id, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  }

  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={save} className="flex min-h-0 flex-1 flex-col">
        {stale && (
          <div className="max-h-1/2 shrink-0 overflow-y-auto px-5 pb-4">
            <StaleNotice stale={stale} labels={labels} onTake={takeTheirs} />
          </div>
        )}
        <ProdutoTabs
          read={record?.depositos ?? []}
          fotos={fotos}
          startsOnTab={record !== undefined}
          onNewFornecedor={setNewFornecedor}
          onDragging={(now) => {
            dragging.current = now;
          }}
        />
        <DialogFooter>
          {record && (
            <div className="-ml-3 mr-auto">
              <HistoryButton
                tabela="produtos"
                id={record.id}
                labels={labels}
                // With something typed the form stays: saving it will say what has changed.
                onUndone={() => !isChanged() && onSaved()}
              />
            </div>
          )}
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" look="primary" busy={isSubmitting}>
            {isSubmitting ? saveWords.saving : record ? 'Atualizar' : 'Cadastrar'}
          </Button>
        </DialogFooter>
      </form>
      {/* Outside the form: React would hand its submit on to this one. */}
      {newFornecedor !== undefined && (
        <FornecedorDialog
          id={NOVO}
          nome={newFornecedor}
          onClose={(saved) => {
            setNewFornecedor(undefined);
            if (saved) choose(saved);
          }}
        />
      )}
    </FormProvider>
  );
}
