import { categorias } from '@prumo/contract/categorias.ts';
import { fornecedores } from '@prumo/contract/fornecedores.ts';
import { marcas } from '@prumo/contract/marcas.ts';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Pickable } from '#records/pickable.ts';
import { RecordNameOf } from '#records/record-name-of.tsx';
import { Button } from '#ui/button.tsx';
import { everything, FILTERS, fields, isNarrowed, type ProdutosPlace } from './produtos-search.ts';

const references = [
  { name: 'marca_id', label: 'Marca', of: marcas },
  { name: 'categoria_id', label: 'Categoria', of: categorias },
  { name: 'fornecedor_id', label: 'Fornecedor', of: fornecedores },
] as const satisfies readonly { name: string; label: string; of: Pickable }[];

/** What the list is narrowed to, each with a way to take it back. */
export function ActiveFilters({ search, go }: ProdutosPlace) {
  if (!isNarrowed(search)) return null;
  return (
    <section aria-label="Filtros ativos" className="flex flex-wrap items-center gap-2">
      <h2 className="text-meta text-muted">Filtros ativos</h2>
      {search.busca && (
        <Chip label="Busca" onClear={() => go({ busca: undefined, cursor: undefined })}>
          {search.busca}
        </Chip>
      )}
      {fields.map(
        (name) =>
          search[name] && (
            <Chip
              key={name}
              label={FILTERS[name]}
              onClear={() => go({ [name]: undefined, cursor: undefined })}
            >
              {search[name]}
            </Chip>
          ),
      )}
      {references.map(
        ({ name, label, of }) =>
          search[name] && (
            <Chip key={name} label={label} onClear={() => go({ [name]: undefined, cursor: undefined })}>
              <RecordNameOf of={of} id={search[name]} />
            </Chip>
          ),
      )}
      <Button look="ghost" className="h-7 px-2 text-meta" onClick={() => go(everything)}>
        Limpar todos
      </Button>
    </section>
  );
}

interface ChipProps {
  label: string;
  onClear: () => void;
  children: ReactNode;
}

function Chip({ label, onClear, children }: ChipProps) {
  return (
    <span className="inline-flex h-7 min-w-0 max-w-full items-center gap-0.5 rounded-full bg-accent pr-1 pl-3 font-medium text-accent-fg text-meta">
      <span className="truncate">
        {label}: {children}
      </span>
      <button
        type="button"
        aria-label={`Remover filtro ${label}`}
        className="flex size-6 shrink-0 items-center justify-center rounded-full hover:bg-surface"
        onClick={onClear}
      >
        <X aria-hidden className="size-3.5" />
      </button>
    </span>
  );
}
