import { type Alteracao, historico } from '@prumo/contract/historico.ts';
import { History } from 'lucide-react';
import { type CallArgs, call } from '#lib/api.ts';
import type { DialogPlace } from '#lib/dialogs/use-dialog.ts';
import { formatDateTime } from '#lib/numbers/format.ts';
import { PagedList } from '#records/list/paged-list.tsx';
import { usePages } from '#records/list/use-pages.ts';
import type { FieldLabel } from '#records/stale-notice.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogBody } from '#ui/dialog/dialog.tsx';
import { HistoryChanges } from './history-changes.tsx';
import { useUndo } from './use-undo.ts';

type Tabela = NonNullable<CallArgs<typeof historico.list>['query']>['tabela'];

export interface HistoryProps {
  tabela: Tabela;
  id: string;
  labels: Readonly<Record<string, FieldLabel>>;
  /** Whether the person may change the record, and so undo its last change. */
  canUndo: boolean;
  /** Called after an undo. The record then differs from the one that a form may have loaded. */
  onUndone?: () => void;
}

export function HistoryDialog({
  tabela,
  id,
  labels,
  canUndo,
  onUndone,
  place,
}: HistoryProps & { place: DialogPlace }) {
  const undo = useUndo();
  const pages = usePages(['historico', historico.list.url, { tabela, id }], ({ cursor, signal }) =>
    call(historico.list, { query: { tabela, registro_id: id, cursor }, signal }),
  );
  return (
    <Dialog title="Histórico" text="Quem mudou o quê, e quando." place={place}>
      <DialogBody className="min-h-48">
        <PagedList pages={pages} icon={History} empty="Nenhuma alteração registrada.">
          {(alteracoes) => (
            <ol className="flex flex-col divide-y">
              {alteracoes.map((alteracao, index) => (
                <HistoryRow
                  key={alteracao.id}
                  alteracao={alteracao}
                  verb={verbOf(alteracao, alteracoes[index + 1])}
                  labels={labels}
                  undoable={canUndo && index === 0 && alteracao.operacao === 'alterou'}
                  busy={undo.isPending}
                  onUndo={() =>
                    undo.mutate(
                      { lote: alteracao.lote, done: 'Alteração desfeita' },
                      { onSuccess: () => onUndone?.() },
                    )
                  }
                />
              ))}
            </ol>
          )}
        </PagedList>
      </DialogBody>
    </Dialog>
  );
}

const VERBS = { criou: 'cadastrou', alterou: 'alterou', excluiu: 'excluiu' };

const verbOf = ({ operacao }: Alteracao, before: Alteracao | undefined) =>
  operacao === 'criou' && before?.operacao === 'excluiu' ? 'restaurou' : VERBS[operacao];

interface HistoryRowProps {
  alteracao: Alteracao;
  verb: string;
  labels: HistoryProps['labels'];
  undoable: boolean;
  busy: boolean;
  onUndo: () => void;
}

function HistoryRow({ alteracao, verb, labels, undoable, busy, onUndo }: HistoryRowProps) {
  return (
    <li className="flex flex-col gap-1.5 py-3 first:pt-0">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <p className="truncate text-control">
            <span className="font-medium">{alteracao.quem ?? 'Alguém'}</span> {verb}
          </p>
          <p className="text-meta text-muted">{formatDateTime(alteracao.created_at)}</p>
        </div>
        {undoable && (
          <Button busy={busy} onClick={onUndo}>
            Desfazer
          </Button>
        )}
      </div>
      <HistoryChanges alteracao={alteracao} labels={labels} />
    </li>
  );
}
