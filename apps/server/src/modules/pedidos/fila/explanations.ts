import type { Explanations } from '#platform/errors.ts';

export const filaExplanations: Explanations = {
  pedidos_fila_empresa_fkey: { message: 'Esta empresa não existe mais.' },
  pedidos_fila_aba_check: { message: 'Esta aba não existe. Atualize a página.' },
  pedidos_fila_envio_key: { message: 'Este pacote já está na lista. Atualize a página.' },
  pedidos_fila_pedido_key: { message: 'Este pedido já está na lista. Atualize a página.' },
};
