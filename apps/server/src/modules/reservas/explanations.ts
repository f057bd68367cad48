import type { Explanations } from '#platform/errors.ts';

const NO_EMPRESA = { message: 'Esta empresa não existe mais.' };
const CHANGED = { message: 'Esta reserva mudou agora. Recarregue a página e tente de novo.' };

export const reservasExplanations: Explanations = {
  reservas_empresa_fkey: NO_EMPRESA,
  reservas_key: CHANGED,
  reservas_quantidades_check: CHANGED,
  reservas_conferencias_empresa_fkey: NO_EMPRESA,
  reservas_conferencias_reserva_fkey: { ...CHANGED, inUse: CHANGED.message },
  reservas_conferencias_quantidades_check: { message: 'Informe quantas peças você conferiu.' },
  vendas_config_empresa_fkey: NO_EMPRESA,
  vendas_config_saida_em_check: { field: 'saida_em', message: 'Escolha quando a peça sai do estoque.' },
  vendas_config_depositos_check: { field: 'depositos', message: 'Escolha até 50 depósitos.' },
  vendas_anuncios_empresa_fkey: NO_EMPRESA,
  vendas_anuncios_depositos_check: { field: 'depositos', message: 'Escolha de 1 a 50 depósitos.' },
};
