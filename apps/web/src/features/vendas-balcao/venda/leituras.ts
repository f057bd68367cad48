import type { ProdutoEncontrado } from '@prumo/contract/produtos.ts';

/** A code that was read and whose produto is not in the sale yet. */
export interface Leitura {
  id: string;
  busca: string;
}

/** What the catalogue says about a code or a search. */
export type Resposta =
  | { is: 'um'; produto: ProdutoEncontrado }
  | { is: 'varios'; achados: readonly ProdutoEncontrado[] }
  | { is: 'nenhum' }
  | { is: 'falha'; mensagem: string };

/** A code stays until it is resolved. Words are a search, which the next search replaces. */
export const isCodigo = (busca: string): boolean => /^[\w./+-]*\d[\w./+-]*$/.test(busca);

export function respostaOf(itens: readonly ProdutoEncontrado[]): Resposta {
  const exact = itens.filter(({ codigo }) => codigo !== null);
  const [only] = exact.length === 1 ? exact : itens.length === 1 ? itens : [];
  if (only) return { is: 'um', produto: only };
  return itens.length === 0 ? { is: 'nenhum' } : { is: 'varios', achados: itens };
}

export function respostaText(busca: string, resposta: Resposta): string {
  switch (resposta.is) {
    case 'um':
      return `${resposta.produto.nome} na venda.`;
    case 'varios':
      return `${resposta.achados.length} produtos para “${busca}”. Escolha um.`;
    case 'nenhum':
      return `Nenhum produto para “${busca}”. Confira o código.`;
    case 'falha':
      return `“${busca}” não foi buscado: ${resposta.mensagem}`;
  }
}
