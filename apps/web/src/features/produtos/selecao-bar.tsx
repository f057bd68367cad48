import { BulkActions } from '#features/lotes/bulk-actions.tsx';
import { BulkBar } from '#records/selection/bulk-bar.tsx';
import { countPicked, type Selection } from '#records/selection/selection.ts';
import type { ProdutosFilter } from './produtos-search.ts';

/** The dialog of the labels reads its produtos one by one, and the address names them. */
const MAX_LABELLED = 50;

interface SelecaoBarProps {
  selecao: Selection<ProdutosFilter>;
  /** The number of produtos of the filter on the screen, if it is known. */
  found: number | undefined;
  /** True when the selection belongs to another filter. */
  elsewhere: boolean;
  /** Picks all produtos of the filter. Undefined when the page shows them all. */
  onAll: (() => void) | undefined;
  onClear: () => void;
  onLabels: (...ids: string[]) => void;
}

/** What the person can do with the picked produtos. */
export function SelecaoBar({ selecao, found, elsewhere, onAll, onClear, onLabels }: SelecaoBarProps) {
  // The number that the list knows is that of its own filter.
  const picked = countPicked(selecao, elsewhere ? undefined : found);
  const ids = 'ids' in selecao ? selecao.ids : undefined;
  return (
    <BulkBar
      count={picked}
      elsewhere={elsewhere}
      all={ids && onAll && { total: found, onPick: onAll }}
      onClear={onClear}
    >
      <BulkActions
        selecao={selecao}
        total={picked}
        onLabels={ids && ids.length <= MAX_LABELLED ? () => onLabels(...ids) : undefined}
      />
    </BulkBar>
  );
}
