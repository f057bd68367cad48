import type { Alteracao } from '@prumo/contract/historico.ts';
import type { ReactNode } from 'react';
import type { FieldLabel } from '#records/stale-notice.tsx';

type Mudanca = Alteracao['mudancas'][number];

interface HistoryChangesProps {
  alteracao: Pick<Alteracao, 'operacao' | 'mudancas'>;
  labels: Readonly<Record<string, FieldLabel>>;
}

/**
 * Lists the old and new value per field, in the order of `labels`. Fields without a label, such as the id of an upload,
 * are left out, because they always change together with a labelled one.
 */
export function HistoryChanges({ alteracao: { operacao, mudancas }, labels }: HistoryChangesProps) {
  const show = operacao === 'alterou' ? changeOf : contentOf;
  const named = Object.keys(labels)
    .map((campo) => mudancas.find((mudanca) => mudanca.campo === campo))
    .filter((mudanca) => mudanca !== undefined);
  if (named.length === 0) return null;
  return (
    <ul className="flex flex-col gap-0.5 text-control text-muted">
      {named.map((mudanca) => (
        <li key={mudanca.campo} className="min-w-0 break-words">
          {show(mudanca, labels[mudanca.campo] ?? mudanca.campo)}
        </li>
      ))}
    </ul>
  );
}

type Shown = (value: unknown) => ReactNode;

function wordsOf(field: FieldLabel): { label: string; value: Shown } {
  const { label, shown } =
    typeof field === 'string' ? { label: field, shown: (text: string) => text } : field;
  return {
    label,
    value: (of) => <span className="text-fg">{of === null || of === '' ? 'vazio' : shown(String(of))}</span>,
  };
}

/** Shows the value of a field of a created or deleted record. */
function contentOf({ antes, depois }: Mudanca, field: FieldLabel): ReactNode {
  const { label, value } = wordsOf(field);
  const had = depois ?? antes;
  return (
    <>
      {label}: {Array.isArray(had) ? inARow(had, value) : value(had)}
    </>
  );
}

function changeOf({ antes, depois }: Mudanca, field: FieldLabel): ReactNode {
  const { label, value } = wordsOf(field);
  if (Array.isArray(antes) || Array.isArray(depois)) {
    return (
      <>
        {label}: {listChange(listOf(antes), listOf(depois), value)}
      </>
    );
  }
  return (
    <>
      {label}: de {value(antes)} para {value(depois)}
    </>
  );
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

function listChange(before: unknown[], after: unknown[], value: Shown): ReactNode {
  const added = after.filter((each) => !before.includes(each));
  const removed = before.filter((each) => !after.includes(each));
  if (added.length + removed.length === 0) return 'nova ordem';
  return (
    <>
      {added.length > 0 && <>adicionou {inARow(added, value)}</>}
      {added.length > 0 && removed.length > 0 && '; '}
      {removed.length > 0 && <>removeu {inARow(removed, value)}</>}
    </>
  );
}

const inARow = (values: unknown[], value: Shown) =>
  values.map((each, index) => (
    <span key={String(each)}>
      {index > 0 && ', '}
      {value(each)}
    </span>
  ));
