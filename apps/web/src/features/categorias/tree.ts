import type { CategoriaListada } from '@prumo/contract/categorias.ts';
import type { PageInfo } from '#ui/table/pager.tsx';

/** A line of the tree: a principal, or one of its subcategorias. */
export type Branch = Pick<
  CategoriaListada,
  'id' | 'nome' | 'descricao' | 'versao' | 'parent_id' | 'parent_nome' | 'total_subcategorias'
>;

/** A version that no record has. The server refuses a move with it. */
const UNREAD = 0;

/** The principals in the order of the list, each followed by its subcategorias by name. */
export const branchesOf = (principals: readonly CategoriaListada[]): Branch[] =>
  principals.flatMap((principal) => [
    principal,
    ...principal.subcategorias.map(({ id, nome, descricao = null, versao = UNREAD }) => ({
      id,
      nome,
      descricao,
      versao,
      parent_id: principal.id,
      parent_nome: principal.nome,
      total_subcategorias: 0,
    })),
  ]);

export interface PageOf<Row> extends PageInfo {
  itens: Row[];
}

/**
 * A page of principals as a page of the tree. Positions count principals, because the server pages by them. A tree that
 * fits on one page counts all its lines.
 */
export function treePage(page: PageOf<CategoriaListada>): PageOf<Branch> {
  const { de, itens, anterior, proximo } = page;
  const branches = branchesOf(itens);
  if (anterior === null && proximo === null) {
    const total = itens.reduce((sum, { total_subcategorias }) => sum + 1 + total_subcategorias, 0);
    return { ...page, itens: branches, total };
  }
  return { ...page, itens: branches, total: null, label: `Principais ${de}–${de + itens.length - 1}` };
}

/**
 * Whether a categoria may move below this one, or become a principal where the target is null. There are two levels
 * (ADR 0032): a target is a principal, and a categoria with subcategorias stays one.
 */
export function maySettle(moved: Branch, target: Branch | null): boolean {
  if (target === null) return moved.parent_id !== null;
  return (
    target.parent_id === null &&
    target.id !== moved.id &&
    target.id !== moved.parent_id &&
    moved.total_subcategorias === 0
  );
}

/** Where a categoria may go, in the order of the screen. Null means that it becomes a principal. */
export const targetsOf = (moved: Branch, branches: readonly Branch[]): (Branch | null)[] =>
  [null, ...branches].filter((target) => maySettle(moved, target));

/** The target for a drop on this line: a principal, or the principal of the subcategoria on which it was dropped. */
export function targetAt(branches: readonly Branch[], id: string): Branch | undefined {
  const line = branches.find((branch) => branch.id === id);
  return line?.parent_id ? branches.find((branch) => branch.id === line.parent_id) : line;
}
