import type * as z from 'zod/mini';
import { later } from '#lib/loading/later.tsx';
import type { Pickable } from './pickable.ts';
import type { RecordPickerFieldProps } from './record-picker-field.tsx';

const RecordPickerField = later(async () => (await import('./record-picker-field.tsx')).RecordPickerField);

interface RecordPickerProps<Of extends Pickable> extends Omit<RecordPickerFieldProps, 'of' | 'narrow'> {
  of: Of;
  /** Filters of the register's list. Only matching records are offered. */
  narrow?: Partial<z.input<Of['list']['schema']['querystring']>>;
}

/** A field that contains the id of another record. Its code loads with the form that contains it. */
export function RecordPicker<Of extends Pickable>(props: RecordPickerProps<Of>) {
  return <RecordPickerField {...props} />;
}
