import type { MinhaEmpresa } from '@prumo/contract/minhas-empresas.ts';
import { type KeyboardEvent, useRef } from 'react';
import { cn } from '#lib/class-names.ts';
import { useSession } from '#lib/session/session.ts';
import { useFocusOnOpen } from '#ui/dialog/focus-on-open.ts';
import { Choice, choiceLook } from './choice.tsx';
import { stepTo } from './step-to.ts';

interface EmpresaListProps {
  itens: readonly MinhaEmpresa[];
  onChoose: (empresa: MinhaEmpresa) => void;
}

/** A few empresas. The focus starts on the tab's own, and the arrow keys move it. */
export function EmpresaList({ itens, onChoose }: EmpresaListProps) {
  const { session } = useSession();
  const list = useRef<HTMLUListElement>(null);
  const current = Math.max(
    itens.findIndex(({ id }) => id === session?.empresa.id),
    0,
  );
  const buttons = () => [...(list.current?.querySelectorAll('button') ?? [])];
  useFocusOnOpen(() => buttons()[current]?.focus());

  function onKeyDown(event: KeyboardEvent, at: number) {
    const next = stepTo(event.key, at, itens.length);
    if (next === undefined) return;
    event.preventDefault();
    buttons()[next]?.focus();
  }

  return (
    <ul ref={list} aria-label="Suas empresas" className="min-h-0 overflow-y-auto overscroll-contain p-1">
      {itens.map((empresa, at) => (
        <li key={empresa.id}>
          <button
            type="button"
            // The list is one stop of the Tab key.
            tabIndex={at === current ? 0 : -1}
            aria-current={at === current && empresa.id === session?.empresa.id}
            onClick={() => onChoose(empresa)}
            onKeyDown={(event) => onKeyDown(event, at)}
            className={cn(choiceLook, 'hover:bg-subtle focus-visible:bg-accent')}
          >
            <Choice empresa={empresa} />
          </button>
        </li>
      ))}
    </ul>
  );
}
