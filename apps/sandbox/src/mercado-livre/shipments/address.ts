const PLACES = {
  seller: {
    address_line: 'Rua das Oficinas 100',
    street_name: 'Rua das Oficinas',
    street_number: '100',
    zip_code: '01001000',
    city: { id: 'BR-SP-44', name: 'São Paulo' },
    state: { id: 'BR-SP', name: 'São Paulo' },
    neighborhood: { id: null, name: 'Sé' },
  },
  buyer: {
    address_line: 'Rua XV de Novembro 200',
    street_name: 'Rua XV de Novembro',
    street_number: '200',
    zip_code: '80010000',
    city: { id: 'BR-PR-1', name: 'Curitiba' },
    state: { id: 'BR-PR', name: 'Paraná' },
    neighborhood: { id: null, name: 'Centro' },
  },
};

/** The address of the seller, or of the buyer of every order. */
export const addressOf = (whose: keyof typeof PLACES) => ({
  country: { id: 'BR', name: 'Brasil' },
  ...PLACES[whose],
  types: whose === 'seller' ? ['default_selling_address', 'shipping'] : [],
  comment: null,
  node: null,
});

/** The address of a buyer who has not paid. */
export const hiddenAddress = () => ({
  country: { id: 'BR', name: 'Brasil' },
  address_line: 'XXXXXXX',
  street_name: 'XXXXXXX',
  street_number: 'XXXXXXX',
  zip_code: 'XXXXXXX',
  city: { id: null, name: null },
  state: { id: null, name: null },
  neighborhood: { id: null, name: null },
  types: [],
  comment: null,
  node: null,
});
