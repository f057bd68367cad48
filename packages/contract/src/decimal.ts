import * as z from 'zod/mini';

interface DecimalRules {
  places: number;
  max: number;
  message: string;
  /** The message for a value above `max`. Default: `message`. */
  tooLarge?: string;
}

/** An exact decimal. It stays a text from the form to the column, because a float would lose digits. */
export const decimal = ({ places, max, message, tooLarge = message }: DecimalRules) =>
  z.string().check(
    z.trim(),
    z.regex(new RegExp(`^\\d{1,15}(\\.\\d{1,${places}})?$`), {
      abort: true,
      error: ({ input }) => (/^\d{16}/.test(String(input)) ? tooLarge : message),
    }),
    // Only the comparison uses a float. At these sizes a float distinguishes each limit from the next larger
    // number.
    z.refine((text) => Number(text) <= max, tooLarge),
  );
