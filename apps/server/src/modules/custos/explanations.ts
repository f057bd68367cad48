import type { Explanations } from '#platform/errors.ts';

const WRONG = { message: 'O custo deste pedido não pôde ser guardado. Tente de novo.' };

export const custosExplanations: Explanations = {
  pedido_custos_empresa_fkey: { message: 'Esta empresa não existe mais.' },
  pedido_custos_tipo_check: WRONG,
  pedido_custos_situacao_check: WRONG,
  pedido_custos_fonte_check: WRONG,
  pedido_custos_quantidade_check: WRONG,
  pedido_custos_key: { message: 'Este custo já foi guardado. Recarregue a página.' },
};
