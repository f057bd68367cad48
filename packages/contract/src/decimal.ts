import * as z from 'zod/mini';

/** An exact decimal, as text from the form to the column: a float would lose digits. */
export const decimal = ({ places, max, message }: { places: number; max: number; message: string }) =>
  z.string().check(
    z.trim(),
    z.regex(new RegExp(`^\\d{1,15}(\\.\\d{1,${places}})?$`), message),
    z.refine((text) => Number(text) <= max, message),
  );
