import * as z from 'zod/mini';

/** PostgreSQL text holds neither NUL nor half a surrogate pair. */
export const isStorable = (text: string) => !text.includes('\u0000') && text.isWellFormed();

export const text = (max: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.maxLength(max, `Use até ${max.toLocaleString('pt-BR')} caracteres.`),
      z.refine(isStorable, 'Retire os caracteres inválidos.'),
    );

/** A name of invisible characters alone would be a row nobody can see. */
const isVisible = (text: string) => /[^\s\p{C}]/u.test(text);

export const requiredText = (max: number, message: string) =>
  text(max).check(z.minLength(1, message), z.refine(isVisible, message));

/** A text that may be left empty: it is then null, also when only spaces came. `value` takes the empty text. */
export const orNull = (value: z.ZodMiniString<string>) =>
  z.codec(z.nullable(value), z.nullable(value), {
    decode: (text) => text || null,
    encode: (text) => text,
  });

type Stored<Shape> = { [Field in keyof Shape]: z.ZodMiniType<z.output<Shape[Field]>> };

/**
 * The fields of an input as a row has them: texts without their limits. A row may be older than today's rules, and must
 * still be read: refusing it would hide the record, and the whole trash with it.
 */
export const stored = <Shape extends Record<string, z.ZodMiniType>>(shape: Shape) =>
  Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [name, isText(schema) ? z.nullable(z.string()) : schema]),
    // What holds `string | null` also holds every text there is, and callers keep the type the input promises.
  ) as unknown as Stored<Shape>;

function isText({ _zod: { def } }: z.ZodMiniType): boolean {
  if (def.type === 'nullable') return isText((def as z.core.$ZodNullableDef<z.ZodMiniType>).innerType);
  return def.type === 'string' || def.type === 'pipe';
}
