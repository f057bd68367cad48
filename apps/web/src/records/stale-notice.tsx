import { Fragment, type ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import type { StaleChange } from './merge-stale.ts';
import type { Staleness } from './use-record-form.ts';

/**
 * The label of a field, optionally with a function that renders its value when the raw text means little to a person.
 */
export type FieldLabel = string | { label: string; shown: (text: string) => ReactNode };

interface StaleNoticeProps {
  stale: Staleness;
  labels: Readonly<Record<string, FieldLabel>>;
  onTake: (change: StaleChange) => void;
}

/**
 * Names the person who changed the record meanwhile and lists the changes. Where both changed a field, it offers the
 * other value.
 */
export function StaleNotice({ stale: { changedBy, changes }, labels, onTake }: StaleNoticeProps) {
  return (
    <Notice>
      <p className="font-medium">
        {changedBy ?? 'Outra pessoa'} alterou este registro enquanto você editava. Confira e salve de novo.
      </p>
      {changes.length > 0 && (
        <ul className="flex flex-col gap-2">
          {changes.map((change) => (
            <li key={change.field} className="flex flex-wrap items-center justify-between gap-2">
              <span className="min-w-0 break-words">
                {words(labels[change.field] ?? change.field, change)}
              </span>
              {change.kept && <Button onClick={() => onTake(change)}>Usar o valor novo</Button>}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}

function words(field: FieldLabel, { from, to }: StaleChange): ReactNode {
  const { label, shown } =
    typeof field === 'string' ? { label: field, shown: (text: string) => text } : field;
  const quoted = (value: unknown) => {
    if (Array.isArray(value)) return value.length === 0 ? 'vazio' : inARow(value, shown);
    return value === null || value === '' ? 'vazio' : <>&quot;{shown(String(value))}&quot;</>;
  };
  return (
    <>
      {label}: de {quoted(from)} para {quoted(to)}
    </>
  );
}

/** A value that is not a text is passed to `shown` as JSON. */
const inARow = (values: unknown[], shown: (text: string) => ReactNode) =>
  values.map((value, index) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return (
      <Fragment key={text}>
        {index > 0 && ', '}
        {shown(text)}
      </Fragment>
    );
  });
