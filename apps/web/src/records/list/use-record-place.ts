import { type DialogPlace, useDialog } from '#lib/dialogs/use-dialog.ts';
import { NOVO } from './list-search.ts';

/** What a new record starts from: another record, or a name that the person has already typed. */
export interface Seed {
  from?: string | undefined;
  nome?: string | undefined;
  /** Opens the form of a new record that starts as a copy of the record with this id. */
  onCopy: (id: string) => void;
}

/** The open record of a list, as its dialog gets it. */
export interface OpenRecord {
  /** `novo`, or the id of the record to edit. */
  id: string;
  place: DialogPlace;
  seed: Seed;
}

/**
 * The dialog of a record. The address of a list names it as `abrir`: `novo` or an id. A new record that starts from
 * something is the dialog `duplicar` with the id of the other record, or `cadastrar` with a name.
 */
export function useRecordPlace(abrir: string | undefined) {
  const { open, place } = useDialog('abrir');
  const duplicar = useDialog('duplicar');
  const cadastrar = useDialog('cadastrar');
  const onCopy = (id: string) => duplicar.open(id);
  const [from] = duplicar.args ?? [];
  const [nome] = cadastrar.args ?? [];
  let record: OpenRecord | undefined;
  if (abrir && place) record = { id: abrir, place, seed: { onCopy } };
  else if (duplicar.place && from) record = { id: NOVO, place: duplicar.place, seed: { from, onCopy } };
  else if (cadastrar.place) record = { id: NOVO, place: cadastrar.place, seed: { nome, onCopy } };
  return { open, record };
}
