import { Autocomplete } from '@base-ui/react/autocomplete';
import type { MinhaEmpresa } from '@prumo/contract/minhas-empresas.ts';
import { Search } from 'lucide-react';
import { useRef, useState } from 'react';
import { cn } from '#lib/class-names.ts';
import { useFocusOnOpen } from '#ui/dialog/focus-on-open.ts';
import { inputLook } from '#ui/form/input.tsx';
import { Choice, choiceLook } from './choice.tsx';
import { matchingEmpresas } from './empresa-text.ts';

interface EmpresaSearchProps {
  itens: readonly MinhaEmpresa[];
  onChoose: (empresa: MinhaEmpresa) => void;
}

/** Many empresas, found by typing. Enter chooses the highlighted one. */
export function EmpresaSearch({ itens, onChoose }: EmpresaSearchProps) {
  const [text, setText] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const found = matchingEmpresas(itens, text);
  // On touch devices a keyboard would cover the list.
  useFocusOnOpen(() => {
    if (matchMedia('(pointer: fine)').matches) input.current?.focus();
  });
  return (
    <Autocomplete.Root
      open
      inline
      mode="none"
      autoHighlight="always"
      items={found}
      value={text}
      itemToStringValue={({ nome }) => nome}
      onValueChange={(value, { reason }) => {
        // Base UI also reports the name of a chosen item, which must not replace the typed text.
        if (reason === 'input-change' || reason === 'input-clear') setText(value);
      }}
    >
      <div className="relative shrink-0 px-2 pt-2 max-md:px-3">
        <Search
          aria-hidden
          className="pointer-events-none absolute top-2 left-5 my-auto h-9 w-4 text-muted max-md:left-6"
        />
        <Autocomplete.Input
          ref={input}
          aria-label="Buscar empresa"
          placeholder={`Buscar entre ${itens.length} empresas`}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          className={cn(inputLook, 'h-9 pl-9')}
        />
      </div>
      <p role="status" className="shrink-0 px-3 pt-2 text-meta text-muted">
        {found.length === 0
          ? `Nenhuma empresa encontrada para “${text.trim()}”`
          : `${found.length} de ${itens.length} empresas`}
      </p>
      <Autocomplete.List
        aria-label="Suas empresas"
        className="min-h-0 overflow-y-auto overscroll-contain p-1 empty:h-2 empty:p-0"
      >
        {(empresa: MinhaEmpresa) => (
          <Autocomplete.Item
            key={empresa.id}
            value={empresa}
            onClick={() => onChoose(empresa)}
            className={cn(choiceLook, 'data-highlighted:bg-accent')}
          >
            <Choice empresa={empresa} />
          </Autocomplete.Item>
        )}
      </Autocomplete.List>
    </Autocomplete.Root>
  );
}
