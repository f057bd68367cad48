import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import type { StaleChange } from './merge-stale.ts';
import type { Staleness } from './use-record-form.ts';

interface StaleNoticeProps {
  stale: Staleness;
  labels: Readonly<Record<string, string>>;
  onTake: (change: StaleChange) => void;
}

/** Says who changed the record meanwhile and what, and offers their value where the person typed another. */
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
                {labels[change.field] ?? change.field}: de {quoted(change.from)} para {quoted(change.to)}
              </span>
              {change.kept && <Button onClick={() => onTake(change)}>Usar o valor novo</Button>}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}

const quoted = (value: unknown) => (value === null || value === '' ? 'vazio' : `"${String(value)}"`);
