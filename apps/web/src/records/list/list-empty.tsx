import { Inbox, type LucideIcon, SearchX } from 'lucide-react';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import type { ListSearch } from './list-search.ts';

interface ListEmptyProps {
  icon: LucideIcon;
  /** Shown when the register has no records yet. */
  sentence: string;
  search: Pick<ListSearch, 'busca' | 'cursor'>;
  go: (change: Pick<ListSearch, 'busca' | 'cursor'>) => void;
}

/**
 * A list without rows is not always an empty register: it may be a search without results, or a page whose rows were
 * deleted.
 */
export function ListEmpty({ icon, sentence, search, go }: ListEmptyProps) {
  if (search.cursor) {
    return (
      <EmptyState
        icon={Inbox}
        action={<Button onClick={() => go({ cursor: undefined })}>Ir para o início</Button>}
      >
        Não há mais nada nesta página
      </EmptyState>
    );
  }
  if (search.busca) {
    return (
      <EmptyState
        icon={SearchX}
        action={<Button onClick={() => go({ busca: undefined })}>Limpar busca</Button>}
      >
        Nenhum resultado para “{search.busca}”
      </EmptyState>
    );
  }
  return <EmptyState icon={icon}>{sentence}</EmptyState>;
}
