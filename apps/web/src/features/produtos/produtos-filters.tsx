import { ListFilter } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { later } from '#lib/loading/later.tsx';
import { Button } from '#ui/button.tsx';
import type { FiltersPanelProps } from './filters-panel.tsx';
import { countFilters, type ProdutosPlace } from './produtos-search.ts';

const FiltersPanel = later(async () => (await import('./filters-panel.tsx')).FiltersPanel);

/** Opens the filters, and says how many are set. */
export function ProdutosFilters(place: ProdutosPlace & Pick<FiltersPanelProps, 'onSave'>) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const set = countFilters(place.search);
  return (
    <>
      <Button
        ref={button}
        aria-haspopup="dialog"
        aria-expanded={open}
        className="max-md:h-9"
        onClick={() => setOpen(!open)}
      >
        <ListFilter aria-hidden />
        Filtros
        {set > 0 && (
          <span className="rounded-full bg-accent px-1.5 text-accent-fg text-badge">
            {set}
            <span className="sr-only"> {set === 1 ? 'ativo' : 'ativos'}</span>
          </span>
        )}
      </Button>
      {open && (
        <Suspense>
          <FiltersPanel {...place} anchor={button} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
