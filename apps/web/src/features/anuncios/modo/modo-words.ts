import type { BlocoDeAnuncios, UnidadeDeAnuncio } from '@prumo/contract/anuncios.ts';
import type { ModoDePublicacao, Publicacao } from '@prumo/contract/publicacao.ts';
import { aquiOf } from '#features/anuncios/aqui.ts';
import { formatInteger } from '#lib/numbers/format.ts';

interface Modo {
  nome: string;
  texto: string;
  /** What the mode calls the units that no anuncio shows. Undefined for a mode that holds back none. */
  retidas: string | undefined;
  /** What a line says in place of a cota. */
  mostra: string;
}

export const MODO_EM_PALAVRAS: Readonly<Record<ModoDePublicacao, Modo>> = {
  compartilhado: {
    nome: 'Compartilhado',
    texto: 'Todos os anúncios mostram tudo. Vende mais; duas vendas ao mesmo tempo podem passar do estoque.',
    ...{ retidas: undefined, mostra: 'tudo' },
  },
  com_seguranca: {
    nome: 'Com segurança',
    texto: 'Como o anterior, menos uma folga que fica só aqui.',
    ...{ retidas: 'Folga', mostra: 'tudo menos a folga' },
  },
  cotas: {
    nome: 'Cotas',
    texto: 'A soma publicada nunca passa do disponível menos o colchão: não vende além do que há.',
    ...{ retidas: 'Colchão', mostra: '' },
  },
};

/** The units that the mode holds back, such as `folga 10`. */
export function retidasText({ modo, retidas }: Publicacao): string | undefined {
  const word = MODO_EM_PALAVRAS[modo].retidas;
  return word && `${word.toLowerCase()} ${formatInteger(retidas)}`;
}

export const modoText = (publicacao: Publicacao): string =>
  [MODO_EM_PALAVRAS[publicacao.modo].nome, retidasText(publicacao)].filter(Boolean).join(' · ');

/** Whether a number of the shop stands against the one of the marketplace. */
export const isCompared = ({ full, esperado }: UnidadeDeAnuncio) => !full && esperado !== null;

export interface Soma {
  soma: number;
  limite: number;
}

/**
 * What the anuncios of a produto show together, and the most that they may show while this many units are held back.
 * Undefined when a filter or the length of the list hides some of them, or when they do not share one stock.
 */
export function somaOf(bloco: BlocoDeAnuncios, isNarrowed: boolean, retidas: number): Soma | undefined {
  const aqui = aquiOf(bloco);
  if (isNarrowed || bloco.mais || aqui === undefined) return undefined;
  const compared = bloco.unidades.filter(isCompared);
  const grupos = Map.groupBy(compared, ({ grupo }) => grupo);
  // Units that draw from other depositos divide another stock, so their sum says nothing.
  if (new Set(compared.flatMap(({ divide }) => divide ?? [])).size > 1) return undefined;
  const shown = [...grupos.values()].map((units) =>
    Math.max(...units.map(({ publicado }) => Number(publicado))),
  );
  return {
    soma: shown.reduce((sum, units) => sum + units, 0),
    limite: Math.max(0, Number(aqui) - retidas),
  };
}

export const somaText = ({ soma, limite }: Soma) => `${formatInteger(soma)} de ${formatInteger(limite)}`;
