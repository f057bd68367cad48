import { cn } from '#lib/class-names.ts';
import { cellLook, ROW_HEIGHT } from './body-rows.tsx';
import type { Densidade } from './layout.ts';
import type { Part } from './parts.ts';

const WIDTHS = ['w-2/5', 'w-3/5', 'w-1/2', 'w-2/3', 'w-2/5', 'w-1/2'];

interface SkeletonRowsProps<Row> {
  parts: readonly Part<Row>[];
  densidade: Densidade;
}

export function SkeletonRows<Row>({ parts, densidade }: SkeletonRowsProps<Row>) {
  return (
    <tbody aria-hidden>
      {WIDTHS.map((width, row) => (
        <tr key={width + String(row)} className={ROW_HEIGHT[densidade]}>
          {parts.map(({ column }, index) => (
            <td key={column.header} className={cn(cellLook, column.className)}>
              <div className={cn('skeleton h-3.5', index === 0 ? width : 'w-8')} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}
