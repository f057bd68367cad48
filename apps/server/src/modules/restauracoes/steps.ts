import { type OpenFile, tableOf } from './file.ts';
import type { Contagem } from './restauracoes.queries.ts';

/**
 * The tables that a restauracao writes, in the order of their references. The ledger comes before the produtos, whose
 * stock is its sum. A categoria refers to one without a parent, so those come first. The history comes last.
 */
const ORDER = [
  ...['pessoas', 'fotos', 'movimentos_estoque', 'marcas', 'categorias', 'subcategorias', 'fornecedores'],
  ...['clientes', 'vendedores', 'depositos', 'produtos', 'produto_deposito', 'historico'],
];
/** One member to write, as a step of the order. */
export interface Step {
  passo: string;
  nome: string;
}

export function stepsOf({ membros }: OpenFile): Step[] {
  return ORDER.flatMap((passo) => {
    const tabela = passo === 'subcategorias' ? 'categorias' : passo;
    return membros.filter(({ nome }) => tableOf(nome) === tabela).map(({ nome }) => ({ passo, nome }));
  });
}

/** The progress that the screen shows, with nothing done yet. */
export function contagemOf({ membros }: OpenFile): Contagem {
  const contagem: Contagem = {};
  for (const [ordem, tabela] of ORDER.filter(
    (each) => each !== 'subcategorias' && each !== 'pessoas',
  ).entries()) {
    const own = membros.filter(({ nome }) => tableOf(nome) === tabela);
    const total = tabela === 'fotos' ? own.length : own.reduce((sum, { linhas = 0 }) => sum + linhas, 0);
    contagem[tabela] = { feitos: 0, total, ordem };
  }
  return contagem;
}
