import { formatCnpj } from '@brazilian-utils/brazilian-utils/format-cnpj';
import { formatCpf } from '@brazilian-utils/brazilian-utils/format-cpf';
import { isValidCnpj } from '@brazilian-utils/brazilian-utils/is-valid-cnpj';
import { isValidCpf } from '@brazilian-utils/brazilian-utils/is-valid-cpf';
import * as z from 'zod/mini';

/**
 * Without this option the library refuses the letters that a CNPJ may contain since July 2026, and drops them
 * when it formats.
 */
const ALPHANUMERIC = { version: 2 } as const;

const CPF_LENGTH = 11;
const CNPJ_LENGTH = 14;

/** The form in which a documento is stored and compared: upper case, without the mask. */
export const bareDocumento = (text: string) =>
  text.replaceAll(/[\s./-]/g, '').replaceAll(/[a-z]/g, (letter) => letter.toUpperCase());

/** A CNPJ has fourteen characters, with letters allowed in the first twelve (ADR 0012). */
export const isCnpj = (documento: string) => /^[0-9A-Z]{12}[0-9]{2}$/.test(bareDocumento(documento));

export const isCnpjValid = (bare: string) => isCnpj(bare) && isValidCnpj(bare, ALPHANUMERIC);

const isCpf = (bare: string) => /^[0-9]{11}$/.test(bare);

/** Adds the mask. A text that is neither a CPF nor a CNPJ stays unchanged. */
export function formatDocumento(bare: string): string {
  if (isCpf(bare)) return formatCpf(bare);
  return isCnpj(bare) ? formatCnpj(bare, ALPHANUMERIC) : bare;
}

/**
 * Returns the warning for a documento. The record can still be saved, because the form requires only presence
 * or length.
 */
export function documentoWarning(documento: string): string | undefined {
  const bare = bareDocumento(documento);
  if (isCpf(bare))
    return isValidCpf(bare) ? undefined : 'Este CPF não confere. Verifique os números digitados.';
  if (bare.length === CNPJ_LENGTH)
    return isCnpjValid(bare) ? undefined : 'Este CNPJ não confere. Verifique os caracteres digitados.';
  return `Documento incompleto: um CPF tem ${CPF_LENGTH} números e um CNPJ, ${CNPJ_LENGTH} caracteres.`;
}

/** Returns the same warning for a field that accepts no CNPJ. */
export const cpfWarning = (cpf: string): string | undefined => {
  const bare = bareDocumento(cpf);
  if (!isCpf(bare)) return `CPF incompleto: são ${CPF_LENGTH} números.`;
  return documentoWarning(bare);
};

const ASCII = z.regex(/^[0-9A-Z]*$/, 'Use só letras sem acento e números.');

export const cpfCnpj = (minLength: number) =>
  z
    .string()
    .check(
      z.overwrite(bareDocumento),
      z.minLength(minLength, 'CPF/CNPJ é obrigatório'),
      z.maxLength(CNPJ_LENGTH, `Use até ${CNPJ_LENGTH} caracteres.`),
      ASCII,
    );

/** A field for a CPF of eleven to fourteen characters, with or without mask. */
export const cpf = () =>
  z
    .string()
    .check(
      z.trim(),
      z.maxLength(14, 'CPF inválido'),
      z.overwrite(bareDocumento),
      z.minLength(CPF_LENGTH, 'CPF inválido'),
      ASCII,
    );
