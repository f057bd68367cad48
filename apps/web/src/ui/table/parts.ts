import {
  type ColumnDef,
  columnOrderingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import type { Column } from '#ui/column.ts';
import { arrange, type Layout } from './layout.ts';

const features = tableFeatures({ columnOrderingFeature, columnSizingFeature, columnVisibilityFeature });

/** A column on the screen. */
export interface Part<Row, Sort extends string = string> {
  column: Column<Row, Sort>;
  /** The width in pixels on wide screens. Undefined for the column that takes the rest. */
  width: number | undefined;
}

const NO_ROWS: never[] = [];

/**
 * The visible columns in their order, with their widths. TanStack Table keeps this state. The server sorts, filters and
 * pages the rows, so the table needs no row features.
 */
export function useParts<Row, Sort extends string>(
  columns: readonly Column<Row, Sort>[],
  colunas: Layout['colunas'],
): Part<Row, Sort>[] {
  // The compiler would keep the answers of the table, which changes without changing its identity.
  'use no memo';
  const arranged = arrange(columns, colunas);
  const table = useTable({
    features,
    data: NO_ROWS,
    columns: columns.map(
      ({ header, width = 0 }): ColumnDef<typeof features, never> => ({
        id: header,
        size: width,
        minSize: 0,
      }),
    ),
    state: {
      columnOrder: arranged.map(({ nome }) => nome),
      columnVisibility: Object.fromEntries(arranged.map(({ nome, visivel }) => [nome, visivel])),
      columnSizing: Object.fromEntries(
        arranged.flatMap(({ nome, largura }) => (largura === null ? [] : [[nome, largura]])),
      ),
    },
  });
  const byHeader = new Map(columns.map((column) => [column.header, column]));
  return table.getVisibleLeafColumns().flatMap((shown) => {
    const column = byHeader.get(shown.id);
    return column ? [{ column, width: shown.getSize() || undefined }] : [];
  });
}
