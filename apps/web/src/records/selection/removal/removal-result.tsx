import { MAX_USOS, type Uso } from '@prumo/contract/problem.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ProblemError } from '#lib/api.ts';
import { formatInteger } from '#lib/numbers/format.ts';
import type { Nouns } from '#records/selection/use-record-selection.tsx';
import { Button } from '#ui/button.tsx';
import { DialogBody, DialogFooter } from '#ui/dialog/dialog.tsx';
import { Notice } from '#ui/notice.tsx';
import { nextOf, type Removal, reasonsOf } from './removal.ts';
import { resultText, unansweredText } from './removal-words.ts';
import { undoRemoval } from './undo-removal.ts';

/** The most reasons that the dialog writes out. */
const SHOWN = 100;

interface RemovalResultProps {
  removal: Removal;
  failure: Error | undefined;
  nouns: Nouns;
  onShowUso: ((id: string, uso: Uso) => void) | undefined;
  /** Deletes the rest. */
  onContinue: () => void;
  onClose: () => void;
}

/** What was deleted, what was not and why, and what the person can do next. */
export function RemovalResult(props: RemovalResultProps) {
  const { removal, failure, nouns, onShowUso, onContinue, onClose } = props;
  const queryClient = useQueryClient();
  const undo = useMutation({
    mutationFn: () => undoRemoval(queryClient, removal, nouns),
    onSettled: onClose,
  });
  const isUnanswered = failure instanceof ProblemError && failure.status === 0;
  return (
    <>
      <DialogBody>
        {failure && (
          <Notice>
            <p>{failure.message}</p>
            {isUnanswered && <p>{unansweredText(nextOf(removal).length, nouns)}</p>}
          </Notice>
        )}
        <p role="status" className="text-control">
          {!failure && removal.waiting.length > 0 && 'A exclusão foi parada. '}
          {resultText(removal, nouns)}
        </p>
        {removal.recusas.length > 0 && (
          <Refused
            recusas={removal.recusas}
            onShowUso={
              onShowUso &&
              ((id, uso) => {
                onClose();
                onShowUso(id, uso);
              })
            }
          />
        )}
      </DialogBody>
      <DialogFooter className="flex-wrap">
        {removal.excluidos > 0 && (
          <Button busy={undo.isPending} onClick={() => undo.mutate()}>
            Desfazer
          </Button>
        )}
        {removal.waiting.length > 0 && (
          <Button onClick={onContinue}>{failure ? 'Tentar de novo' : 'Continuar'}</Button>
        )}
        <Button look="primary" onClick={onClose}>
          Fechar
        </Button>
      </DialogFooter>
    </>
  );
}

interface RefusedProps {
  recusas: Removal['recusas'];
  onShowUso: ((id: string, uso: Uso) => void) | undefined;
}

/** The reasons of the records that stayed, each with a way to what uses the record. */
function Refused({ recusas, onShowUso }: RefusedProps) {
  const reasons = reasonsOf(recusas);
  const rest = reasons.length - SHOWN;
  return (
    <section className="flex flex-col gap-1.5" aria-label="O que não foi excluído">
      <ul className="divide-y rounded-card border bg-bg text-control">
        {reasons.slice(0, SHOWN).map(({ id, motivo, usos = [], many }) => (
          <li key={id} className="flex flex-col items-start gap-1.5 px-3.5 py-2">
            <span className="max-w-full break-words">
              {many > 1 && `${formatInteger(many)}× `}
              {motivo}
            </span>
            {onShowUso &&
              usos.map((uso) => (
                <button
                  key={uso.registros}
                  type="button"
                  className="rounded-small text-accent-fg underline-offset-2 hover:underline pointer-coarse:min-h-9"
                  onClick={() => onShowUso(id, uso)}
                >
                  Ver {uso.total <= MAX_USOS && `${formatInteger(uso.total)} `}
                  {uso.registros}
                </button>
              ))}
          </li>
        ))}
      </ul>
      {rest > 0 && <p className="text-meta text-muted">E mais {formatInteger(rest)}.</p>}
    </section>
  );
}
