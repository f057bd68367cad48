import { lazy, Suspense } from 'react';
import { usePrinting } from '#lib/printing.ts';
import { AllRows } from './all-rows.tsx';
import type { TableRowsProps } from './column.ts';

/** The number of rows that a page shows without windowing, which is more than the highest screen has room for. */
const FEW = 40;

/** A page whose windowing cannot load, because the network fails, renders all its rows. A page has at most 100. */
const WindowedRows = lazy(() =>
  import('./windowed-rows.tsx').then(
    (m) => ({ default: m.WindowedRows }),
    () => ({ default: AllRows }),
  ),
) as typeof AllRows;

/** The rows of a page. Only a long page loads the code that renders just the rows near the viewport. */
export function TableRows<Row extends { id: string }>(props: TableRowsProps<Row>) {
  const { page } = props;
  // A sheet of paper does not scroll.
  const isPrinting = usePrinting();
  if (isPrinting || page.itens.length <= FEW) return <AllRows {...props} />;
  const first = { ...page, itens: page.itens.slice(0, FEW) };
  return (
    <Suspense fallback={<AllRows {...props} page={first} />}>
      <WindowedRows {...props} />
    </Suspense>
  );
}
