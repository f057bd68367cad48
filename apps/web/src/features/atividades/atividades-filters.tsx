import { NOMES_DOS_TIPOS, TIPOS } from '@prumo/contract/atividades.ts';
import { equipe } from '@prumo/contract/equipe.ts';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { queryOf } from '#lib/api.ts';
import { cn } from '#lib/class-names.ts';
import { Button } from '#ui/button.tsx';
import { DayFilter } from '#ui/day/day-filter.tsx';
import { inputLook } from '#ui/form/input.tsx';
import type { AtividadesSearch } from './atividades-search.ts';

const toolLook = cn(inputLook, 'h-9 border-border px-2 shadow-control md:h-8 md:text-control');

/** What the list shows when it is narrowed to one table. */
const SO_TABELA: Readonly<Record<string, string>> = {
  marcas: 'Só marcas',
  categorias: 'Só categorias',
  clientes: 'Só clientes',
  fornecedores: 'Só fornecedores',
  vendedores: 'Só vendedores',
  depositos: 'Só depósitos',
  produtos: 'Só produtos',
  produto_deposito: 'Só estoque',
  empresas: 'Só dados da empresa',
  mercado_livre_config: 'Só contas',
  membros: 'Só equipe',
  convites: 'Só convites',
};

interface AtividadesFiltersProps {
  search: AtividadesSearch;
  go: (change: AtividadesSearch) => void;
}

/** Narrows the list by person, tipo and period, and says when it shows one record alone. */
export function AtividadesFilters({ search, go }: AtividadesFiltersProps) {
  const { data } = useQuery(queryOf(equipe.list));
  const isFiltered = Object.values(search).some(Boolean);
  return (
    <search aria-label="Filtros da atividade" className="flex flex-wrap items-start gap-2">
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
      <DayFilter label="De" value={search.de ?? ''} onDay={(de) => go({ de: de || undefined })} />
      <DayFilter label="Até" value={search.ate ?? ''} onDay={(ate) => go({ ate: ate || undefined })} />
      {search.tabela && !search.registro_id && (
        <Button onClick={() => go({ tabela: undefined })}>
          {SO_TABELA[search.tabela] ?? 'Só um cadastro'}
          <X role="img" aria-label="Mostrar todos" />
        </Button>
      )}
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
