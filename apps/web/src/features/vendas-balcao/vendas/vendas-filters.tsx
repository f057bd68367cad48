import { type FiltrosDeVendas, SITUACOES_DA_VENDA } from '@prumo/contract/vendas-balcao.ts';
import { vendedores } from '@prumo/contract/vendedores.ts';
import { Suspense } from 'react';
import { cn } from '#lib/class-names.ts';
import { later } from '#lib/loading/later.tsx';
import { today } from '#lib/numbers/day.ts';
import { Button } from '#ui/button.tsx';
import { DayFilter } from '#ui/day/day-filter.tsx';
import { inputLook } from '#ui/form/input.tsx';
import { SearchInput } from '#ui/form/search-input.tsx';
import type { VendasSearch } from './vendas-search.ts';

const RecordCombobox = later(
  async () => (await import('#records/picker/record-combobox.tsx')).RecordCombobox,
);

const SITUACAO_EM_PALAVRAS = { concluida: 'Concluídas', cancelada: 'Canceladas' } as const;

interface VendasFiltersProps {
  search: FiltrosDeVendas;
  go: (change: VendasSearch) => void;
}

/** Narrows the sales by number, cliente, vendedor, situação and days. */
export function VendasFilters({ search, go }: VendasFiltersProps) {
  return (
    <search
      aria-label="Filtros das vendas"
      className="flex shrink-0 flex-wrap items-start gap-2 print:hidden"
    >
      <SearchInput
        label="Número da venda ou cliente"
        value={search.busca ?? ''}
        onSearch={(busca) => go({ busca: busca || undefined })}
      />
      <div className="min-w-0 max-md:w-full md:w-48 [&_input]:h-8 [&_input]:border-border [&_input]:shadow-control max-md:[&_input]:h-9 md:[&_input]:text-control">
        <Suspense fallback={<div className="skeleton h-8" />}>
          <RecordCombobox
            of={vendedores}
            label="Vendedor"
            none="Todos os vendedores"
            input={{ 'aria-label': 'Vendedor' }}
            id={search.vendedor_id ?? null}
            onChoose={(chosen) => go({ vendedor_id: chosen ?? undefined })}
          />
        </Suspense>
      </div>
      <select
        aria-label="Situação"
        value={search.situacao ?? ''}
        className={cn(inputLook, 'h-9 border-border px-2 shadow-control md:h-8 md:w-40 md:text-control')}
        onChange={({ target }) => go({ situacao: target.value || undefined })}
      >
        <option value="">Todas as situações</option>
        {SITUACOES_DA_VENDA.map((each) => (
          <option key={each} value={each}>
            {SITUACAO_EM_PALAVRAS[each]}
          </option>
        ))}
      </select>
      <DayFilter
        label="De"
        value={search.de ?? ''}
        max={today()}
        onDay={(de) => go({ de: de || undefined })}
      />
      <DayFilter
        label="Até"
        value={search.ate ?? ''}
        max={today()}
        onDay={(ate) => go({ ate: ate || undefined })}
      />
      {Object.keys(search).length > 0 && (
        <Button
          look="ghost"
          onClick={() =>
            go({
              ...{ busca: undefined, vendedor_id: undefined, situacao: undefined },
              ...{ de: undefined, ate: undefined, cliente_id: undefined },
            })
          }
        >
          Limpar filtros
        </Button>
      )}
    </search>
  );
}
