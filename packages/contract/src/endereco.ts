import * as z from 'zod/mini';

const CEP_LENGTH = 8;

/** As it is stored, compared and looked up. */
export const bareCep = (text: string) => text.replaceAll(/[\s.-]/g, '');

export const isCep = (bare: string) => /^\d{8}$/.test(bare);

export const formatCep = (bare: string) => (isCep(bare) ? `${bare.slice(0, 5)}-${bare.slice(5)}` : bare);

/** What is wrong with a CEP that may be saved all the same. */
export const cepWarning = (cep: string): string | undefined =>
  isCep(bareCep(cep)) ? undefined : `CEP incompleto: são ${CEP_LENGTH} números.`;

/** At most nine characters: with or without its mask. */
export const cep = () =>
  z
    .string()
    .check(
      z.trim(),
      z.maxLength(9, 'Use até 9 caracteres.'),
      z.overwrite(bareCep),
      z.regex(/^\d*$/, 'Use só números no CEP.'),
    );

/** The two letters of a state. */
export const uf = () =>
  z
    .string()
    .check(
      z.trim(),
      z.toUpperCase(),
      z.maxLength(2, 'Use a sigla do estado, com 2 letras.'),
      z.regex(/^[A-Z]*$/, 'Use a sigla do estado, com 2 letras.'),
    );
