import * as z from 'zod/mini';

/** A PostgreSQL text can contain neither NUL nor a lone surrogate. */
export const isStorable = (text: string) => !text.includes('\u0000') && text.isWellFormed();

export const text = (max: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.maxLength(max, `Use até ${max.toLocaleString('pt-BR')} caracteres.`),
      z.refine(isStorable, 'Retire os caracteres inválidos.'),
    );

/** A name of only invisible characters would produce a row that no person can see. */
const isVisible = (text: string) => /[^\s\p{C}]/u.test(text);

export const requiredText = (max: number, message: string) =>
  text(max).check(z.minLength(1, message), z.refine(isVisible, message));

/** An optional text. An empty or blank text becomes null. `value` must accept the empty text. */
export const orNull = (value: z.ZodMiniString<string>) =>
  z.codec(z.nullable(value), z.nullable(value), {
    decode: (text) => text || null,
    encode: (text) => text,
  });

type Stored<Shape> = { [Field in keyof Shape]: z.ZodMiniType<z.output<Shape[Field]>> };

/**
 * The fields of an input as a stored row contains them: texts without their limits. A row may be older than
 * today's rules and must still parse, because a parse error would hide the record and break the whole trash.
 */
export const stored = <Shape extends Record<string, z.ZodMiniType>>(shape: Shape) =>
  Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [name, isText(schema) ? z.nullable(z.string()) : schema]),
    // `string | null` covers every stored text. The cast lets callers keep the type of the input.
  ) as unknown as Stored<Shape>;

function isText({ _zod: { def } }: z.ZodMiniType): boolean {
  if (def.type === 'nullable') return isText((def as z.core.$ZodNullableDef<z.ZodMiniType>).innerType);
  return def.type === 'string' || def.type === 'pipe';
}
