import { NOMES_DOS_TIPOS, TIPOS } from '@prumo/contract/atividades.ts';
import { equipe } from '@prumo/contract/equipe.ts';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { queryOf } from '#lib/api.ts';
import { cn } from '#lib/class-names.ts';
import { Button } from '#ui/button.tsx';
import { inputLook } from '#ui/input.tsx';
import { useSentText } from '#ui/typed-text.ts';
import type { AtividadesSearch } from './atividades-search.ts';

const toolLook = cn(inputLook, 'h-9 border-border px-2 shadow-control md:h-8 md:text-control');

interface AtividadesFiltersProps {
  search: AtividadesSearch;
  go: (change: AtividadesSearch) => void;
}

/** Narrows the list by person, tipo and period, and says when it shows one record alone. */
export function AtividadesFilters({ search, go }: AtividadesFiltersProps) {
  const { data } = useQuery(queryOf(equipe.list));
  const isFiltered = Object.values(search).some(Boolean);
  return (
    <search aria-label="Filtros da atividade" className="flex flex-wrap items-center gap-2">
      <select
        aria-label="Pessoa"
        value={search.pessoa ?? ''}
        className={cn(toolLook, 'md:w-48')}
        onChange={({ target }) => go({ pessoa: target.value || undefined })}
      >
        <option value="">Todas as pessoas</option>
        {data?.itens.map(({ user_id, nome, email }) => (
          <option key={user_id} value={user_id}>
            {nome ?? email}
          </option>
        ))}
      </select>
      <select
        aria-label="O que aconteceu"
        value={search.tipo ?? ''}
        className={cn(toolLook, 'md:w-52')}
        onChange={({ target }) => go({ tipo: target.value || undefined })}
      >
        <option value="">Tudo o que aconteceu</option>
        {NOMES_DOS_TIPOS.map((tipo) => (
          <option key={tipo} value={tipo}>
            {TIPOS[tipo].nome}
          </option>
        ))}
      </select>
      <Day label="De" value={search.de ?? ''} onDay={(de) => go({ de })} />
      <Day label="Até" value={search.ate ?? ''} onDay={(ate) => go({ ate })} />
      {search.registro_id && (
        <Button onClick={() => go({ tabela: undefined, registro_id: undefined })}>
          Só um registro
          <X role="img" aria-label="Mostrar todos" />
        </Button>
      )}
      {isFiltered && (
        <Button
          look="ghost"
          onClick={() =>
            go({
              ...{ pessoa: undefined, tipo: undefined, tabela: undefined },
              ...{ registro_id: undefined, de: undefined, ate: undefined },
            })
          }
        >
          Limpar filtros
        </Button>
      )}
    </search>
  );
}

interface DayProps {
  label: string;
  value: string;
  onDay: (day: string | undefined) => void;
}

/** A half-typed day is not sent. */
function Day({ label, value, onDay }: DayProps) {
  const { text, setText, sent } = useSentText(value);
  return (
    <label className="flex items-center gap-2 text-control text-muted max-md:flex-1">
      {label}
      <input
        type="date"
        min="2000-01-01"
        max="2099-12-31"
        value={text}
        className={cn(toolLook, 'md:w-36')}
        onChange={({ target }) => {
          setText(target.value);
          if (!target.validity.valid || target.value === sent.current) return;
          sent.current = target.value;
          onDay(target.value || undefined);
        }}
      />
    </label>
  );
}
