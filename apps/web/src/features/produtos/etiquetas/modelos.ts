/** A sheet of labels, or the roll of a label printer. All measures in millimetres. */
export interface Modelo {
  id: string;
  nome: string;
  width: number;
  height: number;
  /** Undefined for a roll, which has one label after the other. */
  folha?: { columns: number; rows: number; gap: number };
}

/** The sheets that stationers in Brazil sell most, all without space between the rows. */
const FOLHAS: Modelo[] = [
  {
    id: 'a4-33',
    nome: 'Folha A4, 33 etiquetas (63,5 × 25,4 mm, Pimaco A4356)',
    ...{ width: 63.5, height: 25.4, folha: { columns: 3, rows: 11, gap: 2.5 } },
  },
  {
    id: 'a4-65',
    nome: 'Folha A4, 65 etiquetas (38,2 × 21,2 mm, Pimaco A4351)',
    ...{ width: 38.2, height: 21.2, folha: { columns: 5, rows: 13, gap: 2.5 } },
  },
  {
    id: 'a4-18',
    nome: 'Folha A4, 18 etiquetas (63,5 × 46,6 mm, Pimaco A4361)',
    ...{ width: 63.5, height: 46.6, folha: { columns: 3, rows: 6, gap: 2.5 } },
  },
];

const ROLOS: Modelo[] = [
  { id: 'zpl-50x30', nome: 'Impressora térmica, 50 × 30 mm (ZPL)', width: 50, height: 30 },
  { id: 'zpl-60x40', nome: 'Impressora térmica, 60 × 40 mm (ZPL)', width: 60, height: 40 },
  { id: 'zpl-100x50', nome: 'Impressora térmica, 100 × 50 mm (ZPL)', width: 100, height: 50 },
];

export const MODELOS: readonly [Modelo, ...Modelo[]] = [FOLHAS[0] as Modelo, ...FOLHAS.slice(1), ...ROLOS];

export const A4 = { width: 210, height: 297 };

export const modeloOf = (id: string): Modelo => MODELOS.find((modelo) => modelo.id === id) ?? MODELOS[0];
