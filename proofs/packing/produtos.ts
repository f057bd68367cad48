/** A produto of the shop. One without a barcode is scanned by its SKU. */
export interface Peca {
  nome: string;
  sku: string;
  codigo: string | null;
  cor: string;
}

/** The stock of each produto before the first sale. */
export const ESTOQUE = 100;

type Row = readonly [nome: string, sku: string, digits: string | null, cor: string];

const ROWS: readonly Row[] = [
  ['Filtro de óleo do motor', 'FIL-100', '789123456789', '#c2410c'],
  ['Filtro de ar esportivo lavável', 'FIL-205', '789123456790', '#0369a1'],
  ['Vela de ignição iridium', 'VEL-310', '789123456791', '#4d7c0f'],
  ['Pastilha de freio dianteira, jogo com quatro', 'PAS-412', '789123456792', '#7e22ce'],
  ['Pastilha de freio traseira, jogo com quatro', 'PAS-413', '789123456793', '#be123c'],
  ['Correia dentada 1.0 e 1.6', 'COR-518', null, '#0f766e'],
  ['Bomba de combustível universal 12 V', 'BOM-620', '789123456795', '#a16207'],
  ['Lâmpada H4 60/55 W', 'LAM-704', '789123456796', '#1d4ed8'],
  ['Palheta limpadora 20 polegadas', 'PAL-820', '789123456797', '#b91c1c'],
  ['Sensor de oxigênio pré-catalisador', 'SEN-130', '789123456800', '#c026d3'],
  ['Tampa do reservatório de expansão', 'TAM-145', '789123456801', '#0e7490'],
  ['Amortecedor dianteiro direito a gás', 'AMO-911', null, '#15803d'],
  ['Amortecedor dianteiro esquerdo a gás', 'AMO-912', null, '#4338ca'],
  ['Kit de embreagem remanufaturado', 'KIT-150', '789123456802', '#92400e'],
];

/** In the order of the listings of the stand-in. The last one is sold as a kit. */
export const PECAS: readonly Peca[] = ROWS.map(([nome, sku, digits, cor]) => ({
  ...{ nome, sku, codigo: digits && ean13(digits), cor },
}));

/** The barcode of these twelve digits: the last one checks the others. */
function ean13(digits: string): string {
  const sum = Array.from(digits, Number).reduce((all, digit, n) => all + digit * (n % 2 === 0 ? 1 : 3), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

/** The photo of a part, as a seller would upload it. */
export const photoOf = ({ cor }: Peca) => `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="800">
  <rect width="800" height="800" fill="#f4f5f9"/>
  <circle cx="400" cy="400" r="250" fill="${cor}"/>
  <circle cx="400" cy="400" r="150" fill="#f4f5f9"/>
</svg>`;
