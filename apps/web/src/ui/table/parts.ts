import type { Column } from './column.ts';
import { arrange, type Layout } from './layout.ts';

/** A column on the screen. */
export interface Part<Row, Sort extends string = string> {
  column: Column<Row, Sort>;
  /** The width in pixels on wide screens. Undefined for the column that takes the rest. */
  width: number | undefined;
}

/** The visible columns in their order, with their widths. */
export function partsOf<Row, Sort extends string>(
  columns: readonly Column<Row, Sort>[],
  colunas: Layout['colunas'],
): Part<Row, Sort>[] {
  const byHeader = new Map(columns.map((column) => [column.header, column]));
  return arrange(columns, colunas).flatMap(({ nome, visivel, largura }) => {
    const column = byHeader.get(nome);
    return visivel && column ? [{ column, width: largura ?? column.width }] : [];
  });
}
