import { type Fornecedor, fornecedores } from '@prumo/contract/fornecedores.ts';
import { type Produto, produtos } from '@prumo/contract/produtos.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useImperativeHandle, useRef, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { FornecedorDialog } from '#features/fornecedores/fornecedor-dialog.tsx';
import { useMay } from '#lib/session/may.tsx';
import { useRight } from '#lib/session/use-right.ts';
import { useUnsavedWork } from '#lib/unsaved-work.ts';
import { HistoryButton } from '#records/history/history-button.tsx';
import { NOVO } from '#records/list/list-search.ts';
import { namedOf } from '#records/picker/pickable.ts';
import { StaleNotice } from '#records/stale-notice.tsx';
import { useRecordForm } from '#records/use-record-form.ts';
import { Button } from '#ui/button.tsx';
import { DialogFooter } from '#ui/dialog.tsx';
import { useFocusOnOpen } from '#ui/focus-on-open.ts';
import { blank, inputOf, merges, start, startWithoutCusto, withoutCusto } from './produto-input.ts';
import { ProdutoTabs } from './produto-tabs.tsx';
import { labels, saveWords } from './produto-words.tsx';
import { useFotos } from './use-fotos.ts';
import { useOffersRead } from './use-offers-read.ts';

/** The state of the form that the dialog needs before it closes. */
export interface Closing {
  /** True during a drag, which Escape cancels, and during a save, which can no longer be cancelled. */
  isHeldOpen: () => boolean;
}

interface ProdutoFormProps {
  /** Undefined for a new produto. */
  record: Produto | undefined;
  closing: RefObject<Closing | null>;
  onSaved: () => void;
  /** Asks first when unsaved work would be lost. */
  onClose: () => void;
}

export function ProdutoForm({ record, closing, onSaved, onClose }: ProdutoFormProps) {
  const queryClient = useQueryClient();
  const may = useMay(produtos.update);
  // A loaded produto decides by itself whether its form has a cost.
  const hasCusto = useRight('ver_custo') || record !== undefined;
  const { form, save, stale, takeTheirs, follow, isChanged } = useRecordForm({
    of: produtos,
    record,
    blank: hasCusto ? blank : withoutCusto(blank),
    start: hasCusto ? start : startWithoutCusto,
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

  // No focus on touch devices, where a keyboard would cover the form. None in an existing produto either, because the
  // next scan would be typed into its name.
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
                canUndo={may}
                // With unsaved changes the form stays open. Its save will then report the conflict.
                onUndone={() => !isChanged() && onSaved()}
              />
            </div>
          )}
          <Button onClick={onClose}>{may ? 'Cancelar' : 'Fechar'}</Button>
          {may && (
            <Button type="submit" look="primary" busy={isSubmitting}>
              {isSubmitting ? saveWords.saving : record ? 'Atualizar' : 'Cadastrar'}
            </Button>
          )}
        </DialogFooter>
      </form>
      {/* Outside the form, because React would propagate its submit event to this form. */}
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
