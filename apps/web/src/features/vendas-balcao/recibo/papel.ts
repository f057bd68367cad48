/** The papers of a receipt: the roll of a receipt printer, and a sheet. Widths are in millimetres. */
export const PAPEIS = {
  bobina: { nome: 'Bobina de 80 mm', width: 80, margin: 4 },
  a4: { nome: 'Folha A4', width: 210, margin: 15 },
} as const;
export type Papel = keyof typeof PAPEIS;

/** A sheet of A4 has a height. The roll is cut where the receipt ends. */
export const pageOf = (papel: Papel, height: number) =>
  papel === 'a4' ? 'A4 portrait' : `${PAPEIS.bobina.width}mm ${Math.max(60, Math.ceil(height))}mm`;
