import { depositos } from '@prumo/contract/depositos.ts';
import { SITUACOES } from '@prumo/contract/inventario.ts';
import { ListFilter } from 'lucide-react';
import { Suspense, useId, useState } from 'react';
import { cn } from '#lib/class-names.ts';
import { later } from '#lib/loading/later.tsx';
import { today } from '#lib/numbers/day.ts';
import { Button } from '#ui/button.tsx';
import { DayFilter } from '#ui/day/day-filter.tsx';
import { inputLook } from '#ui/form/input.tsx';
import type { InventarioSearch } from './inventario-search.ts';
import { SITUACAO_WORDS } from './situacao.tsx';

const RecordCombobox = later(
  async () => (await import('#records/picker/record-combobox.tsx')).RecordCombobox,
);

/** The look of a control in the toolbar. A weak border suffices, because an icon or a text identifies it. */
const toolLook = 'h-8 border-border shadow-control md:text-control';

interface InventarioFiltersProps {
  search: InventarioSearch;
  go: (change: InventarioSearch) => void;
}

export function InventarioFilters({ search, go }: InventarioFiltersProps) {
  const { situacao, deposito_id, em } = search;
  const [open, setOpen] = useState(false);
  const id = useId();
  const active = [deposito_id, em ?? situacao].filter(Boolean).length;
  return (
    <>
      <Button className="md:hidden" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        <ListFilter aria-hidden />
        Filtros{active > 0 && ` (${active})`}
      </Button>
      <div
        id={id}
        className={cn(
          'items-start gap-2 max-md:w-full max-md:grid-cols-2 md:flex',
          open ? 'max-md:grid' : 'max-md:hidden',
        )}
      >
        <select
          aria-label="Status"
          // The situacao is known only for today.
          disabled={em !== undefined}
          value={em ? '' : (situacao ?? '')}
          className={cn(inputLook, toolLook, 'px-2 md:w-auto')}
          onChange={({ target }) =>
            go({ situacao: SITUACOES.find((each) => each === target.value), cursor: undefined })
          }
        >
          <option value="">Todos os status</option>
          {SITUACOES.map((each) => (
            <option key={each} value={each}>
              {SITUACAO_WORDS[each]}
            </option>
          ))}
        </select>
        <div className="min-w-0 md:w-52 [&_input]:h-8 [&_input]:border-border [&_input]:shadow-control md:[&_input]:text-control">
          <Suspense fallback={<div className="skeleton h-8" />}>
            <RecordCombobox
              of={depositos}
              label="Depósito"
              none="Todos os depósitos"
              input={{}}
              id={deposito_id ?? null}
              onChoose={(chosen) => go({ deposito_id: chosen ?? undefined, cursor: undefined })}
            />
          </Suspense>
        </div>
        <DayFilter
          label="Saldo em"
          className="col-span-full"
          value={em ?? ''}
          max={today()}
          onDay={(day) =>
            go({
              em: day || undefined,
              cursor: undefined,
              ...(day && { situacao: undefined, ordem: undefined }),
            })
          }
        />
      </div>
    </>
  );
}
