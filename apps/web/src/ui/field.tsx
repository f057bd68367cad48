import { CircleAlert, TriangleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';

/** What a control needs to be announced with its label, hint, error and warning. */
export interface FieldWiring {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

interface FieldProps {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  /** Something to look at that does not stand in the way of saving. Waits while there is an error. */
  warning?: string | undefined;
  /** Beside the label, at the right. */
  aside?: ReactNode;
  children: (wiring: FieldWiring) => ReactNode;
}

export function Field({ label, hint, error, warning, aside, children }: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const warningId = `${id}-warning`;
  const warned = error ? undefined : warning;
  const described = [error && errorId, warned && warningId, hint && hintId].filter(Boolean).join(' ');
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-2">
        <label htmlFor={id} className="font-medium text-control">
          {label}
        </label>
        {aside}
      </div>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
      {error && (
        <p id={errorId} className="flex items-start gap-1.5 text-bad-fg text-control">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {error}
        </p>
      )}
      {warned && (
        <p id={warningId} className="flex items-start gap-1.5 text-control text-warn-fg">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {warned}
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
