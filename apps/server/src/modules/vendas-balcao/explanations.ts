import type { Explanations } from '#platform/errors.ts';

const NO_EMPRESA = { message: 'Esta empresa não existe mais.' };
const NOT_SAVED = { message: 'Esta venda não pôde ser registrada. Recarregue a página e tente de novo.' };

export const vendasBalcaoExplanations: Explanations = {
  vendas_balcao_empresa_fkey: NO_EMPRESA,
  vendas_balcao_itens_empresa_fkey: NO_EMPRESA,
  vendas_balcao_pkey: { message: 'Esta venda já foi registrada. Recarregue a página.' },
  vendas_balcao_numero_key: { message: 'Outra venda foi concluída agora. Tente de novo.' },
  vendas_balcao_cliente_fkey: {
    field: 'cliente_id',
    message: 'Este cliente não existe mais. Escolha outro.',
    inUse: 'Este cliente tem vendas no balcão e não pode ser excluído, porque os recibos o nomeiam.',
  },
  vendas_balcao_vendedor_fkey: {
    field: 'vendedor_id',
    message: 'Este vendedor não existe mais. Escolha outro.',
    inUse: 'Este vendedor tem vendas no balcão e não pode ser excluído, porque as comissões o nomeiam.',
  },
  vendas_balcao_pagamento_check: { field: 'pagamento', message: 'Escolha a forma de pagamento.' },
  vendas_balcao_recebido_check: { field: 'recebido', message: 'O valor recebido não cobre o total.' },
  vendas_balcao_total_check: NOT_SAVED,
  vendas_balcao_comissao_check: NOT_SAVED,
  vendas_balcao_cancelada_check: NOT_SAVED,
  vendas_balcao_motivo_check: { field: 'motivo', message: 'Use até 200 caracteres.' },
  vendas_balcao_itens_venda_fkey: NOT_SAVED,
  vendas_balcao_itens_valores_check: NOT_SAVED,
};
