/** The filters of the past sales in the address. The period is also that of the comissões. */
export interface VendasSearch {
  de?: string | undefined;
  ate?: string | undefined;
  busca?: string | undefined;
  cliente_id?: string | undefined;
  vendedor_id?: string | undefined;
  situacao?: string | undefined;
}
