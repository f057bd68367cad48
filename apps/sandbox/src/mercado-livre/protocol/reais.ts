/** Converts centavos to the float that the API returns. */
export const reais = (centavos: number) => centavos / 100;
