import * as z from 'zod/mini';

/** PostgreSQL text holds neither NUL nor half a surrogate pair. */
const isStorable = (text: string) => !text.includes('\u0000') && text.isWellFormed();

export const text = (max: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.maxLength(max, `Use até ${max.toLocaleString('pt-BR')} caracteres.`),
      z.refine(isStorable, 'Retire os caracteres inválidos.'),
    );

export const requiredText = (max: number, message: string) => text(max).check(z.minLength(1, message));

/** A text that may be left empty: it is then null, also when only spaces came. `value` takes the empty text. */
export const orNull = (value: z.ZodMiniString<string>) =>
  z.codec(z.nullable(value), z.nullable(value), {
    decode: (text) => text || null,
    encode: (text) => text,
  });
