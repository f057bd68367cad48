import type { Explanations } from '#platform/errors.ts';

const WRONG = { message: 'Esta nota não pôde ser guardada. Confira o arquivo e tente de novo.' };

export const notasExplanations: Explanations = {
  notas_empresa_fkey: { message: 'Esta empresa não existe mais.' },
  notas_chave_check: WRONG,
  notas_situacao_check: WRONG,
  notas_motivo_check: WRONG,
};
