import { PrecosMudados, Prometidas } from '@prumo/contract/vendas-balcao.ts';
import type { ItemDoRascunho } from './rascunho.ts';

export type Erros = Readonly<Record<string, string>>;

/** What the person has to decide before the sale is concluded. */
export type Pergunta =
  | { is: 'prometidas'; prometidas: Prometidas['prometidas'] }
  | { is: 'precos'; precos: PrecosMudados['precos'] };

export function perguntaOf(atual: unknown): Pergunta | undefined {
  const prometidas = Prometidas.safeParse(atual);
  if (prometidas.success) return { is: 'prometidas', ...prometidas.data };
  const precos = PrecosMudados.safeParse(atual);
  return precos.success ? { is: 'precos', ...precos.data } : undefined;
}

/** The sentences of a refusal by the contract, under the names that the server uses: an item by its produto. */
export function errosOf(
  issues: readonly { path: PropertyKey[]; message: string }[],
  itens: readonly ItemDoRascunho[],
): Erros {
  const erros: Record<string, string> = {};
  for (const { path, message } of issues) {
    const [field, index] = path;
    const item = field === 'itens' && typeof index === 'number' ? itens[index] : undefined;
    const name = item ? `itens.${item.produto_id}` : String(field);
    erros[name] ??= message;
  }
  return erros;
}
