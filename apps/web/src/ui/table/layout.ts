import { ACTIONS, type Column } from './column.ts';

/** How a person sees a list. The columns are in their order. */
export interface Layout {
  densidade: 'confortavel' | 'compacta';
  /** Whether rows show the second, muted line of their cells. */
  segunda_linha: boolean;
  colunas: readonly { nome: string; visivel: boolean; largura: number | null }[];
}

export type Densidade = Layout['densidade'];

/** How a list is shown until the person chooses something else. */
export const PLAIN: Layout = { densidade: 'confortavel', segunda_linha: true, colunas: [] };

export const MIN_WIDTH = 64;
export const MAX_WIDTH = 640;

type Columns = readonly Pick<Column<never>, 'header' | 'shown' | 'width'>[];

/**
 * The columns of a list as the person arranged them. A column that the list no longer has is dropped, and one that the
 * stored arrangement does not know yet stands after the column that it follows in the list. Fixed columns keep their
 * place at the start, and the column without a choice, Ações, at the end.
 */
export function arrange(columns: Columns, colunas: Layout['colunas']): Layout['colunas'] {
  const stored = new Map(colunas.map((each) => [each.nome, each]));
  const chosen = choosable(columns);
  const known = new Set(chosen.map(({ header }) => header));
  const order = colunas.map(({ nome }) => nome).filter((nome) => known.has(nome));
  for (const [at, { header }] of chosen.entries()) {
    if (order.includes(header)) continue;
    const before = chosen[at - 1]?.header;
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, header);
  }
  const inOrder = [
    ...columns.filter(({ shown }) => shown === 'fixa').map(({ header }) => header),
    ...order,
    ...columns.filter((column) => isLast(column)).map(({ header }) => header),
  ];
  return inOrder.map((nome) => {
    const column = columns.find(({ header }) => header === nome);
    const largura = stored.get(nome)?.largura ?? null;
    const isChosen = known.has(nome);
    return {
      nome,
      visivel: isChosen ? (stored.get(nome)?.visivel ?? column?.shown !== 'extra') : true,
      largura: largura === null ? null : Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, largura)),
    };
  });
}

const isLast = ({ header }: Columns[number]) => header === ACTIONS;

/** The columns that the person may hide and move. */
export const choosable = (columns: Columns): Columns =>
  columns.filter((column) => column.shown !== 'fixa' && !isLast(column));

/** Moves a column one place up or down among those that may be moved. */
export function moved(columns: Columns, colunas: Layout['colunas'], nome: string, by: -1 | 1) {
  const all = arrange(columns, colunas);
  const names = new Set(choosable(columns).map(({ header }) => header));
  const movable = all.filter((each) => names.has(each.nome));
  const from = movable.findIndex((each) => each.nome === nome);
  const to = from + by;
  const here = movable[from];
  const there = movable[to];
  if (!here || !there) return all;
  movable[from] = there;
  movable[to] = here;
  return [
    ...all.filter((each) => columns.find(({ header }) => header === each.nome)?.shown === 'fixa'),
    ...movable,
    ...all.filter((each) => isLast({ header: each.nome })),
  ];
}
