import { MODOS_DE_PUBLICACAO, type ModoDePublicacao, type Publicacao } from '@prumo/contract/publicacao.ts';

/** What the dialog contains. Each mode keeps the text that was typed for it while another one is looked at. */
export interface Escolha {
  modo: ModoDePublicacao;
  folga: string;
  colchao: string;
}

/** The fewest units that a mode may hold back. */
const FEWEST = '1';

export const escolhaOf = ({ modo, retidas }: Publicacao): Escolha => ({
  modo,
  folga: modo === 'com_seguranca' ? String(retidas) : FEWEST,
  colchao: modo === 'cotas' ? String(retidas) : FEWEST,
});

/** The typed units that the chosen mode holds back. */
export const retidasOf = ({ modo, folga, colchao }: Escolha) => (modo === 'cotas' ? colchao : folga);

/** A draft may come from another version of the product, so each value is checked. */
export function restored(values: Readonly<Record<string, unknown>>, base: Escolha): Escolha {
  const { modo, folga, colchao } = values;
  return {
    modo: MODOS_DE_PUBLICACAO.find((each) => each === modo) ?? base.modo,
    folga: typeof folga === 'string' ? folga : base.folga,
    colchao: typeof colchao === 'string' ? colchao : base.colchao,
  };
}
