import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { later } from '#lib/loading/later.tsx';
import { Button } from '#ui/button.tsx';
import { Opening } from '#ui/dialog/opening.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { countPicked } from './selection.ts';
import type { SelectionOptions } from './use-record-selection.tsx';
import type { useSelection } from './use-selection.ts';

const RemoveSeveral = later(async () => (await import('./removal/remove-several.tsx')).RemoveSeveral);

interface RecordBarProps<Filtro> extends SelectionOptions<Filtro> {
  selection: ReturnType<typeof useSelection<Filtro>>;
}

/** What a person can do with the picked records of a register. It stays until the deletion has been told. */
export function RecordBar<Filtro>({ selection, ...options }: RecordBarProps<Filtro>) {
  const { selecao, picking, clear, all } = selection;
  const { page, nouns } = options;
  const [isRemoving, setRemoving] = useState(false);
  const total = page?.total ?? undefined;
  const close = () => setRemoving(false);
  return (
    <>
      <BulkBar
        // The number that the list knows is that of its own filter.
        count={countPicked(selecao, picking.locked ? undefined : total)}
        elsewhere={picking.locked}
        all={'ids' in selecao && picking.page === 'all' && hasMore(page) ? { total, onPick: all } : undefined}
        onClear={clear}
      >
        <Button look="ghost" onClick={() => setRemoving(true)}>
          <Trash2 aria-hidden className="text-bad-fg" />
          <span className="text-bad-fg">Excluir</span>
        </Button>
      </BulkBar>
      {isRemoving && (
        <Opening title={`Excluir ${nouns.many}`} onClose={close}>
          <RemoveSeveral {...options} selecao={selecao} onRemoved={clear} onClose={close} />
        </Opening>
      )}
    </>
  );
}

/** The page of the tree of categorias leaves out some lines of a long branch. */
const hasMore = (page: SelectionOptions<unknown>['page']) =>
  page !== undefined &&
  (page.anterior !== null || page.proximo !== null || (page.total ?? 0) > page.itens.length);
