import type { Explanations } from '#platform/errors.ts';

export const aliquotasExplanations: Explanations = {
  aliquotas_empresa_fkey: { message: 'Esta empresa não existe mais.' },
  aliquotas_percentual_check: { message: 'O percentual vai de 0 a 100.' },
};
