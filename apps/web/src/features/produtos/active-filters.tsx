import { categorias } from '@prumo/contract/categorias.ts';
import { fornecedores } from '@prumo/contract/fornecedores.ts';
import { importacoes } from '@prumo/contract/importacoes.ts';
import { marcas } from '@prumo/contract/marcas.ts';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { queryOf } from '#lib/api.ts';
import { formatDate } from '#lib/numbers/format.ts';
import type { Pickable } from '#records/picker/pickable.ts';
import { RecordNameOf } from '#records/picker/record-name-of.tsx';
import { Button } from '#ui/button.tsx';
import {
  CHOICES,
  choices,
  everything,
  FILTERS,
  fields,
  filterOf,
  type ProdutosPlace,
} from './produtos-search.ts';

const references = [
  { name: 'marca_id', label: 'Marca', of: marcas },
  { name: 'categoria_id', label: 'Categoria', of: categorias },
  { name: 'fornecedor_id', label: 'Fornecedor', of: fornecedores },
] as const satisfies readonly { name: string; label: string; of: Pickable }[];

interface ActiveFiltersProps extends ProdutosPlace {
  /** Called when the last filter is removed, and with it every button that could have the focus. */
  onLast: () => void;
}

/** The active filters, each with a button to remove it. */
export function ActiveFilters({ search, go, onLast }: ActiveFiltersProps) {
  const count = Object.values(filterOf(search)).filter(Boolean).length;
  if (count === 0) return null;

  function clear(name: keyof ReturnType<typeof filterOf>, chip: Element | null) {
    if (count === 1) onLast();
    else nextButton(chip)?.focus();
    go({ [name]: undefined, cursor: undefined });
  }

  return (
    <section
      aria-label="Filtros ativos"
      className="flex min-h-8 min-w-0 flex-wrap items-center gap-x-2 gap-y-1"
    >
      <h2 className="text-meta text-muted">Filtros ativos</h2>
      {search.busca && (
        <Chip label="Busca" onClear={(chip) => clear('busca', chip)}>
          {search.busca}
        </Chip>
      )}
      {fields.map(
        (name) =>
          search[name] && (
            <Chip key={name} label={FILTERS[name]} onClear={(chip) => clear(name, chip)}>
              {search[name]}
            </Chip>
          ),
      )}
      {choices.map((name) => {
        const { label, words } = CHOICES[name];
        const word = new Map<string, string>(Object.entries(words)).get(search[name] ?? '');
        return (
          word && (
            <Chip key={name} label={label} onClear={(chip) => clear(name, chip)}>
              {word}
            </Chip>
          )
        );
      })}
      {references.map(
        ({ name, label, of }) =>
          search[name] && (
            <Chip key={name} label={label} onClear={(chip) => clear(name, chip)}>
              <RecordNameOf of={of} id={search[name]} />
            </Chip>
          ),
      )}
      {search.importacao && (
        <Chip onClear={(chip) => clear('importacao', chip)}>
          <ImportacaoNome id={search.importacao} />
        </Chip>
      )}
      <Button
        look="ghost"
        className="h-7 px-1.5 text-meta"
        onClick={() => {
          onLast();
          go(everything);
        }}
      >
        Limpar todos
      </Button>
    </section>
  );
}

/** The button of the next chip, or the one that clears all filters. */
const nextButton = (chip: Element | null) => {
  const next = chip?.nextElementSibling;
  return next instanceof HTMLButtonElement ? next : next?.querySelector('button');
};

/** Names an importacao by its day: `Importação de 17/11`. An old one is deleted, and its name has no day. */
function ImportacaoNome({ id }: { id: string }) {
  const { data } = useQuery(queryOf(importacoes.get, { params: { id } }));
  const at = data && (data.iniciada_em ?? data.created_at);
  return at ? `Importação de ${formatDate(at).slice(0, 5)}` : 'Importação';
}

interface ChipProps {
  /** What the filter compares. Undefined when the value says it. */
  label?: string;
  onClear: (chip: Element | null) => void;
  children: ReactNode;
}

function Chip({ label, onClear, children }: ChipProps) {
  const id = useId();
  return (
    <span className="inline-flex h-7 min-w-0 max-w-full items-center gap-0.5 rounded-full bg-accent pr-1 pl-3 font-medium text-accent-fg text-meta">
      <span id={`${id}-text`} className="truncate">
        {label && `${label}: `}
        {children}
      </span>
      <button
        id={id}
        type="button"
        aria-label="Remover filtro"
        // Includes the value, because a text filter and a reference filter may have the same label.
        aria-labelledby={`${id} ${id}-text`}
        className="flex size-6 shrink-0 items-center justify-center rounded-full hover:bg-surface"
        onClick={({ currentTarget }) => onClear(currentTarget.parentElement)}
      >
        <X aria-hidden className="size-3.5" />
      </button>
    </span>
  );
}
