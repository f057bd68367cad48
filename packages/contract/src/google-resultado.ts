import * as z from 'zod/mini';

/**
 * The outcome that `google.finish` passes to the page as `?google=`. The pages have a message for each value.
 * The enum has its own file, because every page reads it and few pages call Google's endpoints.
 */
export const ResultadoGoogle = z.enum([
  'entrou',
  'segundo_fator',
  'vinculado',
  'confirmado',
  'cancelado',
  'desligado',
  'email_em_uso',
  'email_nao_verificado',
  'outra_conta',
  'expirado',
  'falhou',
]);
export type ResultadoGoogle = z.infer<typeof ResultadoGoogle>;
