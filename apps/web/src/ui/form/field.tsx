import { CircleAlert, TriangleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';

/** The attributes that connect a control with its label, hint, error and warning for screen readers. */
export interface FieldWiring {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required'?: true | undefined;
}

interface FieldProps {
  label: string;
  required?: boolean | undefined;
  hint?: string | undefined;
  error?: string | undefined;
  /** A remark that does not prevent saving. It is hidden while there is an error. */
  warning?: string | undefined;
  /** How the field understands the typed text. */
  note?: string | undefined;
  /** Rendered beside the label, on the right. */
  aside?: ReactNode;
  children: (wiring: FieldWiring) => ReactNode;
}

export function Field(props: FieldProps) {
  const { label, required = false, hint, error, warning, note, aside, children } = props;
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const warningId = `${id}-warning`;
  const noteId = `${id}-note`;
  const warned = error ? undefined : warning;
  const described = [error && errorId, warned && warningId, note && noteId, hint && hintId]
    .filter(Boolean)
    .join(' ');
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-2">
        <span className="inline-flex gap-1 font-medium text-control">
          <label htmlFor={id}>{label}</label>
          {/* Some labels of the specification end with the mark. */}
          {required && !label.endsWith('*') && (
            <span aria-hidden className="text-bad-fg">
              *
            </span>
          )}
        </span>
        {aside}
      </div>
      {children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': error ? true : undefined,
        'aria-required': required || undefined,
      })}
      {error && (
        <p id={errorId} className="flex items-start gap-1.5 text-bad-fg text-control">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {error}
        </p>
      )}
      {/* Screen readers announce a warning only in an element that was there before, so the empty element stays. */}
      {'warning' in props && (
        <div aria-live="polite" className="contents">
          {warned && (
            <p id={warningId} className="flex items-start gap-1.5 text-control text-warn-fg">
              <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
              {warned}
            </p>
          )}
        </div>
      )}
      {note && (
        <p id={noteId} className="text-control">
          {note}
        </p>
      )}
      {hint && (
        <p id={hintId} className="text-meta text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}
