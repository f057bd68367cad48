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
