/**
 * The state of the screen in its address. `de` and `ate` count for the period `outro`. `produto` and `anuncio` are the row
 * whose pedidos are listed, and `aberto` is the pedido whose costs are shown. The screen passes over values that it does
 * not know.
 */
export interface MargemSearch {
  periodo?: string | undefined;
  de?: string | undefined;
  ate?: string | undefined;
  conta?: string | undefined;
  grupo?: string | undefined;
  ordem?: string | undefined;
  produto?: string | undefined;
  anuncio?: string | undefined;
  aberto?: string | undefined;
}
