/** The state of the screen in its address. `pedido` is the open one. The screen passes over values that it does not know. */
export interface PedidosSearch {
  aba?: string | undefined;
  busca?: string | undefined;
  deposito_id?: string | undefined;
  conta_id?: string | undefined;
  modalidade?: string | undefined;
  pedido?: string | undefined;
}
