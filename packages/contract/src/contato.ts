import * as z from 'zod/mini';

/** 254 is the longest address mail servers take. */
export const email = () =>
  z.string().check(z.trim(), z.maxLength(254, 'Email inválido'), z.email('Email inválido'));

/** Digits alone; the country's own code is left out. */
const bareTelefone = (text: string) => text.replaceAll(/[\s().-]/g, '').replace(/^\+?55(?=\d{10,11}$)/, '');

export const telefone = () =>
  z.string().check(
    z.overwrite(bareTelefone),
    z.maxLength(11, 'Use até 11 números, com o DDD.'),
    // A number abroad would pass for one of ours without its plus.
    z.regex(/^\d*$/, 'Use só números, com o DDD, de um telefone do Brasil.'),
  );
