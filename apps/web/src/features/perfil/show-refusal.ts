import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';
import { ProblemError } from '#lib/api.ts';
import { notifyRefusal } from '#lib/session/notify-refusal.ts';

interface Shown<Values extends FieldValues> {
  setError: UseFormSetError<Values>;
  fields: readonly Path<Values>[];
  /** The title of the toast, for a refusal that names none of these fields. */
  title: string;
}

/** Shows a refusal at the fields it names. */
export function showRefusal<Values extends FieldValues>(
  error: unknown,
  { setError, fields, title }: Shown<Values>,
) {
  const campos = error instanceof ProblemError ? error.problem.campos : undefined;
  const named = fields.filter((field) => campos?.[field]);
  for (const field of named) setError(field, { message: campos?.[field] ?? '' }, { shouldFocus: true });
  if (named.length === 0) notifyRefusal(title, error);
}
