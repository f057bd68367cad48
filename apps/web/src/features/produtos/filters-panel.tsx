import { fornecedores } from '@prumo/contract/fornecedores.ts';
import { Bookmark } from 'lucide-react';
import { type RefObject, useId, useState } from 'react';
import { cn } from '#lib/class-names.ts';
import { formatInteger } from '#lib/numbers/format.ts';
import { SaveAsTab } from '#records/list/visoes/save-as-tab.tsx';
import { RecordCombobox } from '#records/picker/record-combobox.tsx';
import { Button } from '#ui/button.tsx';
import { FilterInput } from '#ui/form/filter-input.tsx';
import { inputLook } from '#ui/form/input.tsx';
import { Panel } from '#ui/panel.tsx';
import {
  CHOICES,
  choices,
  everything,
  FILTERS,
  fields,
  isNarrowed,
  type ProdutosPlace,
} from './produtos-search.ts';
import { useFound } from './use-found.ts';

export interface FiltersPanelProps extends ProdutosPlace {
  /** Saves what the screen shows as a view of this name. Returns false when the name was refused. */
  onSave: (nome: string) => Promise<boolean>;
  anchor: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
}

/** The filters act while the person types. */
export function FiltersPanel({ search, go, onSave, anchor, onClose }: FiltersPanelProps) {
  const found = useFound(search);
  const [naming, setNaming] = useState(false);
  return (
    <Panel label="Filtros" anchor={anchor} align="start" onClose={onClose}>
      <search aria-label="Filtros" className="flex min-h-0 flex-col md:w-108">
        <div className="flex items-baseline justify-between gap-3 px-4 pt-3 pb-2">
          <h2 className="font-semibold text-control">Filtros</h2>
          <p className="text-meta text-muted">Contém, sem diferenciar maiúsculas</p>
        </div>
        <div className="grid gap-3 overflow-y-auto px-4 pt-1 pb-4 md:grid-cols-2">
          {fields.map((name) => (
            <div key={name} className={cn(name === 'nome' && 'col-span-full')}>
              <FilterInput
                label={FILTERS[name]}
                value={search[name] ?? ''}
                wantsCodes={name === 'sku' || name === 'cod_referencia'}
                onFilter={(text) => go({ [name]: text || undefined, cursor: undefined }, { replace: true })}
              />
            </div>
          ))}
          {choices.map((name) => (
            <ChoiceFilter key={name} name={name} search={search} go={go} />
          ))}
          <div className="flex min-w-0 flex-col gap-1 md:[&_input]:h-8 md:[&_input]:text-control">
            <span aria-hidden className="text-meta text-muted">
              Fornecedor
            </span>
            <RecordCombobox
              of={fornecedores}
              label="Fornecedor"
              none="Todos os fornecedores"
              input={{}}
              id={search.fornecedor_id ?? null}
              onChoose={(chosen) => go({ fornecedor_id: chosen ?? undefined, cursor: undefined })}
            />
          </div>
        </div>
        {naming ? (
          <SaveAsTab onSave={onSave} onDone={onClose} onCancel={() => setNaming(false)} />
        ) : (
          <div className="flex shrink-0 flex-wrap items-center gap-2 border-t bg-bg px-3 py-2">
            <Button look="ghost" disabled={!isNarrowed(search)} onClick={() => go(everything)}>
              Limpar todos
            </Button>
            <span className="ml-auto">
              <Button disabled={!isNarrowed(search)} onClick={() => setNaming(true)}>
                <Bookmark aria-hidden />
                Salvar como aba
              </Button>
            </span>
            <p role="status" className="text-meta text-muted max-md:hidden">
              {found !== undefined && `${formatInteger(found)} ${found === 1 ? 'produto' : 'produtos'}`}
            </p>
            <span className="md:hidden">
              <Button look="primary" onClick={onClose}>
                {found === undefined ? 'Ver produtos' : `Ver ${formatInteger(found)}`}
              </Button>
            </span>
          </div>
        )}
      </search>
    </Panel>
  );
}

interface ChoiceFilterProps extends ProdutosPlace {
  name: (typeof choices)[number];
}

function ChoiceFilter({ name, search, go }: ChoiceFilterProps) {
  const id = useId();
  const { label, words } = CHOICES[name];
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="text-meta text-muted">
        {label}
      </label>
      <select
        id={id}
        value={search[name] ?? ''}
        className={cn(inputLook, 'px-2 max-md:h-9 md:h-8 md:text-control')}
        onChange={({ target }) => go({ [name]: target.value || undefined, cursor: undefined })}
      >
        <option value="">Todos</option>
        {Object.entries(words).map(([value, word]) => (
          <option key={value} value={value}>
            {word}
          </option>
        ))}
      </select>
    </div>
  );
}
