import { type Fornecedor, fornecedores } from '@prumo/contract/fornecedores.ts';
import { type Produto, produtos } from '@prumo/contract/produtos.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { FormProvider } from 'react-hook-form';
import { FornecedorDialog } from '#features/fornecedores/fornecedor-dialog.tsx';
import { type DialogPlace, useDialog } from '#lib/dialogs/use-dialog.ts';
import { isWorkChanged } from '#lib/leaving/unsaved-work.ts';
import { useMay } from '#lib/session/may.tsx';
import { useRight } from '#lib/session/use-right.ts';
import { CopyButton } from '#records/copy-button.tsx';
import { HistoryButton } from '#records/history/history-button.tsx';
import { NOVO } from '#records/list/list-search.ts';
import type { Seed } from '#records/list/use-record-place.ts';
import { SaveAndNew, useNextRecord } from '#records/next-record.tsx';
import { namedOf } from '#records/picker/pickable.ts';
import { RequiredFields } from '#records/required.ts';
import { StaleNotice } from '#records/stale-notice.tsx';
import { useRecordForm } from '#records/use-record-form.ts';
import { Button } from '#ui/button.tsx';
import { DialogFooter } from '#ui/dialog/dialog.tsx';
import { useFieldFocusOnOpen } from '#ui/dialog/focus-on-open.ts';
import { blank, copied, inputOf, merges, start, startWithoutCusto, withoutCusto } from './produto-input.ts';
import { ProdutoTabs } from './produto-tabs.tsx';
import { labels, saveWords } from './produto-words.tsx';
import { useFotos } from './use-fotos.ts';
import { useOffersRead } from './use-offers-read.ts';

interface ProdutoFormProps {
  /** Undefined for a new produto. */
  record: Produto | undefined;
  /** The produto that a new one copies. */
  source: Produto | undefined;
  place: DialogPlace;
  seed: Seed;
  /** Shows the form of the next new produto. */
  onNext: (() => void) | undefined;
}

export function ProdutoForm({ record, source, place, seed, onNext }: ProdutoFormProps) {
  const queryClient = useQueryClient();
  const may = useMay(produtos.update);
  // A loaded produto decides by itself whether its form has a cost.
  const hasCusto = useRight('ver_custo') || record !== undefined;
  const dragging = useRef(false);
  const isSaving = useRef(false);
  const next = useNextRecord(onNext, place.close);
  const { form, save, required, stale, takeTheirs, follow } = useRecordForm({
    of: produtos,
    record,
    blank: hasCusto ? blank : withoutCusto(blank),
    start: {
      ...(hasCusto ? start : startWithoutCusto),
      ...(seed.nome && { nome: seed.nome }),
      ...(source && copied(source)),
    },
    inputOf,
    merges,
    words: { ...saveWords, failed: record ? 'Erro ao atualizar produto' : 'Erro ao cadastrar produto' },
    beforeSave: (_, readAgain) => fotos.settle().then(readAgain),
    onSaved: next.end,
    work: {
      isMore: () => fotos.queue.isBusy(),
      // Escape cancels a drag, and a save can no longer be cancelled.
      isHeldOpen: () => dragging.current || (isSaving.current && !fotos.queue.isBusy()),
      words: {
        question: 'Descartar o que não foi salvo?',
        consequence: 'O que você mudou neste produto ainda não foi salvo e será perdido.',
      },
    },
  });
  const fotos = useFotos(form, follow);
  const newFornecedor = useDialog('fornecedor');
  const { isSubmitting } = form.formState;
  useEffect(() => {
    isSaving.current = isSubmitting;
  });
  const { setValue } = form;
  useOffersRead();

  // No focus on touch devices, where a keyboard would cover the form. None in an existing produto either, because the
  // next scan would be typed into its name.
  const element = useFieldFocusOnOpen(!record && matchMedia('(pointer: fine)').matches ? 'nome' : undefined);

  function choose({ id, nome }: Fornecedor) {
    queryClient.setQueryData(namedOf(fornecedores, id).queryKey, { id, nome });
    setValue('fornecedor_id', id, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  }

  return (
    <FormProvider {...form}>
      <form
        ref={element}
        noValidate
        onSubmit={(event) => {
          next.begin();
          return save(event);
        }}
        onKeyDown={next.onKeyDown}
        className="flex min-h-0 flex-1 flex-col"
      >
        {stale && (
          <div className="max-h-1/2 shrink-0 overflow-y-auto px-5 pb-4">
            <StaleNotice stale={stale} labels={labels} onTake={takeTheirs} />
          </div>
        )}
        <RequiredFields value={required}>
          <ProdutoTabs
            read={record?.depositos ?? []}
            fotos={fotos}
            startsOnTab={record !== undefined}
            onNewFornecedor={newFornecedor.open}
            onDragging={(now) => {
              dragging.current = now;
            }}
          />
        </RequiredFields>
        <DialogFooter>
          {record && (
            <div className="-ml-3 mr-auto flex">
              <HistoryButton
                tabela="produtos"
                id={record.id}
                labels={labels}
                canUndo={may}
                // With unsaved changes the form stays open. Its save will then report the conflict.
                onUndone={() => !isWorkChanged() && place.close()}
              />
              {may && <CopyButton onPress={() => seed.onCopy(record.id)} />}
            </div>
          )}
          <Button onClick={place.close}>{may ? 'Cancelar' : 'Fechar'}</Button>
          <SaveAndNew press={next.press} disabled={isSubmitting} />
          {may && (
            <Button type="submit" look="primary" busy={isSubmitting}>
              {isSubmitting ? saveWords.saving : record ? 'Atualizar' : 'Cadastrar'}
            </Button>
          )}
        </DialogFooter>
      </form>
      {/* Outside the form, because React would propagate its submit event to this form. */}
      {newFornecedor.place && (
        <FornecedorDialog
          id={NOVO}
          nome={newFornecedor.args?.[0] ?? ''}
          place={newFornecedor.place}
          onSaved={choose}
        />
      )}
    </FormProvider>
  );
}
