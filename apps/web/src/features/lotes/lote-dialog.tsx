import { type LoteDeProdutos, lotes } from '@prumo/contract/lotes.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call, queryOf } from '#lib/api.ts';
import type { DialogPlace } from '#lib/dialogs/use-dialog.ts';
import { formatInteger } from '#lib/numbers/format.ts';
import { useMay } from '#lib/session/may.tsx';
import { notifyRefusal } from '#lib/session/notify-refusal.ts';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '#ui/dialog/dialog.tsx';
import { FailureState } from '#ui/failure-state.tsx';
import { Notice } from '#ui/notice.tsx';
import { doingText, doneText, refusedText } from './lote-words.ts';
import { isOver, loteQuery, undoLote, wasWatched, watchLote } from './watch-lote.ts';

interface LoteDialogProps {
  id: string;
  place: DialogPlace;
  /** Shows the undo instead. */
  onUndo: (id: string) => void;
}

/** The progress of a lote, also after a reload, and its result. It closes itself when all produtos changed. */
export function LoteDialog({ id, place, onUndo }: LoteDialogProps) {
  const queryClient = useQueryClient();
  const { data: lote, error, refetch } = useQuery({ ...loteQuery(id), staleTime: 0 });
  const isRunning = lote !== undefined && !isOver(lote);
  useEffect(() => {
    if (isRunning) watchLote(queryClient, id);
  }, [isRunning, queryClient, id]);
  const isAllDone = wasWatched(id) && lote?.situacao === 'concluido' && lote.recusados === 0;
  const { close } = place;
  useEffect(() => {
    if (isAllDone) close();
  }, [isAllDone, close]);
  return (
    <Dialog title="Alteração em massa" place={place}>
      {lote && isRunning && <Running lote={lote} place={place} />}
      {lote && !isRunning && <Result lote={lote} place={place} onUndo={onUndo} />}
      {!lote && error && <FailureState message={error.message} onRetry={refetch} />}
      {!lote && !error && (
        <DialogBody role="status" aria-label="Carregando...">
          <div className="skeleton h-10 shrink-0" />
        </DialogBody>
      )}
    </Dialog>
  );
}

const bar =
  'h-1.5 w-full appearance-none overflow-hidden rounded-full bg-subtle [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-subtle [&::-webkit-progress-value]:bg-primary [&::-webkit-progress-value]:transition-[inline-size]';

function Running({ lote, place }: { lote: LoteDeProdutos; place: DialogPlace }) {
  const { id, situacao, feitos, total } = lote;
  const queryClient = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => call(lotes.cancel, { params: { id } }),
    onSuccess: (ended) => queryClient.setQueryData(loteQuery(id).queryKey, ended),
    onError: (error) => notifyRefusal('A alteração não parou', error),
  });
  const mayCancel = useMay(lotes.cancel);
  const label = doingText(lote);
  return (
    <>
      <DialogBody>
        <div className="flex justify-between gap-3 text-control">
          <span role="status">{label}</span>
          <span className="text-muted tabular-nums">
            {situacao === 'preparando'
              ? formatInteger(total)
              : `${formatInteger(feitos)} de ${formatInteger(total)}`}
          </span>
        </div>
        <progress
          aria-label={label}
          className={bar}
          value={situacao === 'preparando' || total === 0 ? undefined : feitos / total}
        />
        <p className="text-control text-muted">
          Você pode fechar esta janela e sair da página: a alteração continua.
        </p>
      </DialogBody>
      <DialogFooter>
        {mayCancel && (
          <Button busy={cancel.isPending} onClick={() => cancel.mutate()}>
            Parar
          </Button>
        )}
        <Button look="primary" onClick={place.close}>
          Fechar
        </Button>
      </DialogFooter>
    </>
  );
}

function Result({ lote, place, onUndo }: { lote: LoteDeProdutos } & Omit<LoteDialogProps, 'id'>) {
  const { id, situacao, aviso, alterados, recusados, desfeito } = lote;
  const queryClient = useQueryClient();
  const mayUndo = useMay(lotes.undo);
  const undo = useMutation({
    mutationFn: () => undoLote(queryClient, id),
    onSuccess: (started) => onUndo(started.id),
    onError: (error) => notifyRefusal('Não foi desfeito', error),
  });
  return (
    <>
      <DialogBody>
        {situacao === 'falhou' && <Notice>{aviso}</Notice>}
        <p role="status" className="text-control">
          {situacao === 'cancelado' && 'A alteração foi parada. '}
          {doneText(lote)}.
        </p>
        {desfeito && <p className="text-control text-muted">Esta alteração já foi desfeita.</p>}
        {recusados > 0 && <Refused id={id} />}
      </DialogBody>
      <DialogFooter>
        {mayUndo && alterados > 0 && !desfeito && (
          <Button busy={undo.isPending} onClick={() => undo.mutate()}>
            Desfazer
          </Button>
        )}
        <Button look="primary" onClick={place.close}>
          Fechar
        </Button>
      </DialogFooter>
    </>
  );
}

/** The produtos that stayed as they were, with the reason. */
function Refused({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(queryOf(lotes.recusas, { params: { id } }));
  if (error && !data) return <FailureState message={error.message} onRetry={refetch} />;
  if (!data) return <div role="status" aria-label="Carregando..." className="skeleton h-24 shrink-0" />;
  const rest = data.total - data.itens.length;
  return (
    <section className="flex flex-col gap-1.5" aria-label="Produtos que não mudaram">
      <h3 className="font-medium text-control">{refusedText(data.total)}</h3>
      <ul className="divide-y rounded-card border bg-bg text-control">
        {data.itens.map(({ produto_id, nome, sku, motivo }) => (
          <li key={produto_id} className="px-3.5 py-2">
            <span className="block break-words font-medium">
              {nome ?? 'Produto sem registro'} {sku && <span className="font-normal text-muted">{sku}</span>}
            </span>
            <span className="block text-muted">{motivo}</span>
          </li>
        ))}
      </ul>
      {rest > 0 && <p className="text-meta text-muted">E mais {formatInteger(rest)}.</p>}
    </section>
  );
}
