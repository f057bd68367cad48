/** The state of the screen in its address: the part that is shown, and the period of the comissões. */
export interface BalcaoSearch {
  aba?: string | undefined;
  de?: string | undefined;
  ate?: string | undefined;
}
