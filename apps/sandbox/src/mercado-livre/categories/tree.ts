/** A category that contains listings, with the words from which their titles are generated. */
export interface Leaf {
  id: string;
  name: string;
  parent: string;
  domain: string;
  /** The prefix of its SKUs. */
  sku: string;
  products: readonly string[];
  details: readonly string[];
  brands: readonly string[];
  /** The lowest price, in centavos. */
  from: number;
  /** The upper bound of the prices, in centavos. */
  to: number;
  isPart: boolean;
  /** The attribute in which its variations differ. */
  varies: 'COLOR' | 'SIZE';
}

/** The categories above the leaves: id, name, and the id of the parent. */
export const BRANCHES: readonly (readonly [id: string, name: string, parent: string | null])[] = [
  ['MLB5672', 'Acessórios para Veículos', null],
  ['MLB22693', 'Peças de Carros e Caminhonetes', 'MLB5672'],
  ['MLB101763', 'Freios', 'MLB22693'],
  ['MLB193419', 'Filtros', 'MLB22693'],
  ['MLB191833', 'Suspensão e Direção', 'MLB22693'],
  ['MLB458642', 'Ignição', 'MLB22693'],
  ['MLB243551', 'Peças de Motos e Quadriciclos', 'MLB5672'],
  ['MLB1574', 'Casa, Móveis e Decoração', null],
  ['MLB1618', 'Cozinha', 'MLB1574'],
  ['MLB1430', 'Calçados, Roupas e Bolsas', null],
  ['MLB263532', 'Ferramentas', null],
  ['MLB1000', 'Eletrônicos, Áudio e Vídeo', null],
  ['MLB1071', 'Pet Shop', null],
];

const CARS = [
  'Gol G5 1.6 2008 A 2013',
  'Onix 1.0 2013 A 2019',
  'Palio Fire 1.0',
  'Corolla 2.0 2015',
  'Hb20 1.6 2012',
  'Uno Mille',
  'Fox 1.6',
  'Civic 1.8 2007 A 2011',
  'Strada 1.4',
  'Saveiro G6',
];
const MOTOS = ['Cg 150 Titan', 'Biz 125', 'Fazer 250', 'Xre 300', 'Bros 160', 'Cb 300r'];
const COLOURS = ['Preto', 'Branco', 'Azul Marinho', 'Vermelho', 'Inox', 'Cinza'];

export const LEAVES: readonly Leaf[] = [
  {
    id: 'MLB188658',
    name: 'Pastilhas de Freio',
    parent: 'MLB101763',
    domain: 'MLB-VEHICLE_BRAKE_PADS',
    sku: 'PF',
    products: ['Pastilha De Freio Dianteira', 'Jogo Pastilha Freio Traseira', 'Pastilha Freio Cerâmica'],
    details: CARS,
    brands: ['Cobreq', 'Fras-le', 'Bosch', 'Syl', 'Jurid'],
    from: 4500,
    to: 32000,
    isPart: true,
    varies: 'COLOR',
  },
  {
    id: 'MLB191838',
    name: 'Discos de Freio',
    parent: 'MLB101763',
    domain: 'MLB-VEHICLE_BRAKE_DISCS',
    sku: 'DF',
    products: ['Par Disco De Freio Ventilado', 'Disco Freio Sólido'],
    details: CARS,
    brands: ['Fremax', 'Hipper Freios', 'Trw', 'Bosch'],
    from: 12000,
    to: 78000,
    isPart: true,
    varies: 'COLOR',
  },
  {
    id: 'MLB193422',
    name: 'Filtros de Óleo',
    parent: 'MLB193419',
    domain: 'MLB-VEHICLE_OIL_FILTERS',
    sku: 'FO',
    products: ['Filtro De Óleo', 'Kit Filtros Óleo Ar E Combustível'],
    details: CARS,
    brands: ['Tecfil', 'Mann', 'Fram', 'Wega', 'Toyota'],
    from: 1490,
    to: 14900,
    isPart: true,
    varies: 'COLOR',
  },
  {
    id: 'MLB191836',
    name: 'Amortecedores',
    parent: 'MLB191833',
    domain: 'MLB-VEHICLE_SHOCK_ABSORBERS',
    sku: 'AM',
    products: ['Par Amortecedor Dianteiro', 'Kit 4 Amortecedores', 'Amortecedor Traseiro'],
    details: CARS,
    brands: ['Cofap', 'Monroe', 'Nakata', 'Kayaba'],
    from: 18900,
    to: 189900,
    isPart: true,
    varies: 'COLOR',
  },
  {
    id: 'MLB458645',
    name: 'Velas de Ignição',
    parent: 'MLB458642',
    domain: 'MLB-VEHICLE_SPARK_PLUGS',
    sku: 'VI',
    products: ['Jogo 4 Velas De Ignição', 'Vela Iridium', 'Cabo De Vela'],
    details: CARS,
    brands: ['Ngk', 'Bosch', 'Denso'],
    from: 3990,
    to: 45000,
    isPart: true,
    varies: 'COLOR',
  },
  {
    id: 'MLB243555',
    name: 'Kits de Relação',
    parent: 'MLB243551',
    domain: 'MLB-MOTORCYCLE_TRANSMISSION_KITS',
    sku: 'KR',
    products: ['Kit Relação Transmissão', 'Corrente Com Retentor', 'Coroa E Pinhão'],
    details: MOTOS,
    brands: ['Vaz', 'Riffel', 'Did', 'Allen'],
    from: 5990,
    to: 38990,
    isPart: true,
    varies: 'COLOR',
  },
  {
    id: 'MLB1631',
    name: 'Panelas',
    parent: 'MLB1618',
    domain: 'MLB-COOKWARE',
    sku: 'PN',
    products: ['Jogo De Panelas Antiaderente', 'Panela De Pressão', 'Frigideira Cerâmica'],
    details: ['5 Peças', '4,5 Litros', '24cm', 'Indução', 'Tampa De Vidro'],
    brands: ['Tramontina', 'Brinox', 'Rochedo', 'Panelux'],
    from: 4990,
    to: 89990,
    isPart: false,
    varies: 'COLOR',
  },
  {
    id: 'MLB23332',
    name: 'Tênis',
    parent: 'MLB1430',
    domain: 'MLB-SNEAKERS',
    sku: 'TN',
    products: ['Tênis Corrida Masculino', 'Tênis Casual Feminino', 'Tênis Infantil'],
    details: ['Confortável', 'Leve', 'Original', 'Academia', 'Caminhada'],
    brands: ['Olympikus', 'Mizuno', 'Fila', 'Kappa'],
    from: 8990,
    to: 69990,
    isPart: false,
    varies: 'SIZE',
  },
  {
    id: 'MLB31447',
    name: 'Camisetas',
    parent: 'MLB1430',
    domain: 'MLB-T_SHIRTS',
    sku: 'CM',
    products: ['Camiseta Básica Algodão', 'Kit 3 Camisetas Lisas', 'Camiseta Dry Fit'],
    details: ['Masculina', 'Feminina', 'Plus Size', 'Premium'],
    brands: ['Hering', 'Malwee', 'Polo Wear', 'Lupo'],
    from: 1990,
    to: 17990,
    isPart: false,
    varies: 'SIZE',
  },
  {
    id: 'MLB271107',
    name: 'Furadeiras e Parafusadeiras',
    parent: 'MLB263532',
    domain: 'MLB-DRILLS',
    sku: 'FU',
    products: ['Furadeira De Impacto', 'Parafusadeira A Bateria', 'Furadeira Parafusadeira'],
    details: ['12v', '20v Bivolt', '650w 110v', '750w 220v', 'Com Maleta'],
    brands: ['Bosch', 'Makita', 'Dewalt', 'Vonder', 'Black+Decker'],
    from: 14990,
    to: 149990,
    isPart: false,
    varies: 'COLOR',
  },
  {
    id: 'MLB196208',
    name: 'Fones de Ouvido',
    parent: 'MLB1000',
    domain: 'MLB-HEADPHONES',
    sku: 'FN',
    products: ['Fone De Ouvido Bluetooth', 'Headset Gamer', 'Fone Intra-auricular'],
    details: COLOURS,
    brands: ['Jbl', 'Philips', 'Edifier', 'Multilaser'],
    from: 2990,
    to: 99990,
    isPart: false,
    varies: 'COLOR',
  },
  {
    id: 'MLB1080',
    name: 'Ração para Cães',
    parent: 'MLB1071',
    domain: 'MLB-DOG_FOOD',
    sku: 'RC',
    products: ['Ração Cães Adultos', 'Ração Filhotes', 'Ração Light'],
    details: ['15kg', '10,1kg', '3kg', '20kg'],
    brands: ['Golden', 'Premier', 'Pedigree', 'Quatree'],
    from: 3990,
    to: 39990,
    isPart: false,
    varies: 'SIZE',
  },
];

export const VARIATION_VALUES = {
  COLOR: COLOURS,
  SIZE: ['P', 'M', 'G', 'GG', '38', '39', '40', '42'],
} as const;
