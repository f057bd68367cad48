/** The address fields of a record without an address. */
export const NO_ADDRESS = {
  cep: null,
  estado: null,
  cidade: null,
  endereco: null,
  bairro: null,
  numero: null,
  complemento: null,
};
