import type { Explanations } from '#platform/errors.ts';

const WRONG = { message: 'A fatura não pôde ser guardada. Tente de novo em alguns minutos.' };
const GONE = { message: 'Esta empresa não existe mais.' };

export const faturasExplanations: Explanations = {
  faturas_empresa_fkey: GONE,
  fatura_linhas_empresa_fkey: GONE,
  fatura_linhas_tipo_check: WRONG,
};
