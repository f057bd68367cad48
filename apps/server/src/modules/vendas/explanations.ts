import type { Explanations } from '#platform/errors.ts';

const NO_EMPRESA = { message: 'Esta empresa não existe mais.' };
const UNKNOWN = { message: 'O marketplace informou um estado que não é tratado aqui.' };

export const vendasExplanations: Explanations = {
  vendas_empresa_fkey: NO_EMPRESA,
  vendas_situacao_check: UNKNOWN,
  vendas_envios_empresa_fkey: NO_EMPRESA,
  vendas_envios_etapa_check: UNKNOWN,
  vendas_devolucoes_empresa_fkey: NO_EMPRESA,
};
