import { Search, X } from 'lucide-react';
import { useRef } from 'react';
import { cn } from '#lib/class-names.ts';
import { inputLook } from './input.tsx';
import { useTypedText } from './typed-text.ts';

const PAUSE = 300;

interface SearchInputProps {
  label: string;
  value: string;
  onSearch: (text: string) => void;
  /** Keeps the code of a scanner in this input. */
  wantsCodes?: boolean;
}

/** Searches after a pause in typing, or immediately on Enter. */
export function SearchInput({ label, value, onSearch, wantsCodes }: SearchInputProps) {
  const { text, setText, send, clear } = useTypedText({ value, onSend: onSearch, pause: PAUSE });
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="relative w-full md:w-80 print:hidden">
      <Search
        aria-hidden
        className="pointer-events-none absolute inset-y-0 left-2.5 my-auto size-4 text-muted"
      />
      <input
        ref={input}
        type="search"
        data-wants-codes={wantsCodes}
        aria-label={label}
        placeholder={label}
        maxLength={100}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && send(text)}
        className={cn(
          inputLook,
          'h-8 border-border px-8 shadow-control md:text-control [&::-webkit-search-cancel-button]:hidden',
        )}
      />
      {text !== '' && (
        <button
          type="button"
          aria-label="Limpar busca"
          className="absolute inset-y-0 right-1 my-auto flex size-6 items-center justify-center rounded-small text-muted hover:bg-subtle hover:text-fg"
          onClick={() => {
            clear();
            // The button disappears, and the focus with it.
            input.current?.focus();
          }}
        >
          <X className="size-3.5" />
        </button>
      )}
    </div>
  );
}
