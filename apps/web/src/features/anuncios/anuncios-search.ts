/** The state of the screen in its address. The screen passes over values that it does not know. */
export interface AnunciosSearch {
  aba?: string | undefined;
  busca?: string | undefined;
  conta_id?: string | undefined;
}
