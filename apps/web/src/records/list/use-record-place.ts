import { useDialog } from '#lib/dialogs/use-dialog.ts';

/** The dialog of a record, which `abrir` names in the address of its list: `novo` or an id. */
export function useRecordPlace(abrir: string | undefined) {
  const { open, place } = useDialog('abrir');
  return { open, record: abrir && place ? { id: abrir, place } : undefined };
}
