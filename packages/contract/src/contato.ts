import * as z from 'zod/mini';

/** An e-mail address. Mail servers accept at most 254 characters. */
export const email = () =>
  z.string().check(z.trim(), z.maxLength(254, 'Email inválido'), z.email('Email inválido'));

/** Keeps only the digits and removes the Brazilian country code. */
const bareTelefone = (text: string) => text.replaceAll(/[\s().-]/g, '').replace(/^\+?55(?=\d{10,11}$)/, '');

export const telefone = () =>
  z.string().check(
    z.overwrite(bareTelefone),
    z.maxLength(11, 'Use até 11 números, com o DDD.'),
    // Without its plus sign a foreign number would look like a Brazilian one, so `+` is refused.
    z.regex(/^\d*$/, 'Use só números, com o DDD, de um telefone do Brasil.'),
  );
