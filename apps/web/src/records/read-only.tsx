import type { ReactNode } from 'react';
import type { RecordWords } from './use-record-form.ts';

/** The title of the dialog. A person who may not change the record opens it as `Ver Marca`. */
export function titleOf(
  words: Pick<RecordWords, 'create' | 'edit'>,
  creating: boolean,
  may: boolean,
): string {
  if (creating) return words.create;
  return may ? words.edit : words.edit.replace('Editar', 'Ver');
}

/** Disables every field inside for a person who may only read the record. */
export const ReadOnly = ({ when, children }: { when: boolean; children: ReactNode }) => (
  <fieldset disabled={when} className="contents">
    {children}
  </fieldset>
);
