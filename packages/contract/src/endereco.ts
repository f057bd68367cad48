import * as z from 'zod/mini';

const CEP_LENGTH = 8;

/** The form in which a CEP is stored, compared and looked up. */
export const bareCep = (text: string) => text.replaceAll(/[\s.-]/g, '');

export const isCep = (bare: string) => /^\d{8}$/.test(bare);

export const formatCep = (bare: string) => (isCep(bare) ? `${bare.slice(0, 5)}-${bare.slice(5)}` : bare);

/** Returns the warning for a CEP. The record can still be saved. */
export const cepWarning = (cep: string): string | undefined =>
  isCep(bareCep(cep)) ? undefined : `CEP incompleto: são ${CEP_LENGTH} números.`;

/** A field for a CEP of at most nine characters, with or without mask. */
export const cep = () =>
  z
    .string()
    .check(
      z.trim(),
      z.maxLength(9, 'Use até 9 caracteres.'),
      z.overwrite(bareCep),
      z.regex(/^\d*$/, 'Use só números no CEP.'),
    );

/** A field for the two-letter code of a Brazilian state. */
export const uf = () =>
  z
    .string()
    .check(
      z.trim(),
      z.toUpperCase(),
      z.maxLength(2, 'Use a sigla do estado, com 2 letras.'),
      z.regex(/^[A-Z]*$/, 'Use a sigla do estado, com 2 letras.'),
    );
