import { ListFilter } from 'lucide-react';
import { useId, useState } from 'react';
import { cn } from '#lib/class-names.ts';
import { Button } from '#ui/button.tsx';
import { FilterInput } from '#ui/filter-input.tsx';
import { FILTERS, fields, type ProdutosPlace } from './produtos-search.ts';

/** Shown in one row, or behind a button on narrow screens. */
export function ProdutosFilters({ search, go }: ProdutosPlace) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const set = fields.filter((name) => search[name]).length;
  return (
    <>
      <Button
        aria-expanded={open}
        aria-controls={id}
        className="h-9 self-start md:hidden"
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
      <search
        id={id}
        aria-label="Filtros"
        className={cn('grid-cols-2 gap-3 md:grid md:grid-cols-5', open ? 'grid' : 'hidden')}
      >
        {fields.map((name) => (
          <FilterInput
            key={name}
            label={FILTERS[name]}
            value={search[name] ?? ''}
            wantsCodes={name === 'sku' || name === 'cod_referencia'}
            onFilter={(text) => go({ [name]: text || undefined, cursor: undefined }, { replace: true })}
          />
        ))}
      </search>
    </>
  );
}
