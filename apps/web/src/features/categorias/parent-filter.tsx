import { categorias } from '@prumo/contract/categorias.ts';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { namedOf } from '#records/picker/pickable.ts';

interface ParentFilterProps {
  id: string;
  onClear: () => void;
}

/** Names the categoria whose subcategorias are listed, and clears the filter. */
export function ParentFilter({ id, onClear }: ParentFilterProps) {
  const { data, error } = useQuery(namedOf(categorias, id));
  const whose = data?.nome ?? (error ? 'categoria não encontrada' : '…');
  return (
    <span className="inline-flex h-7 min-w-0 max-w-full items-center gap-0.5 rounded-full bg-accent pr-1 pl-3 font-medium text-accent-fg text-meta">
      <span className="truncate">Subcategorias de {whose}</span>
      <button
        type="button"
        aria-label="Limpar filtro"
        className="flex size-6 shrink-0 items-center justify-center rounded-full hover:bg-surface"
        onClick={onClear}
      >
        <X aria-hidden className="size-3.5" />
      </button>
    </span>
  );
}
