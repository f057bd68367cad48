import * as z from 'zod';

/** The samples of these resources write ids as numbers and as texts. */
export const Id = z.union([z.int().positive().transform(String), z.string().regex(/^[1-9]\d{0,19}$/)]);

/** Some of these resources write the offset without a colon (`-0400`). */
export const instant = z
  .string()
  .transform((written) => written.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'))
  .pipe(z.iso.datetime({ offset: true }));
