import { X } from 'lucide-react';
import { useId, useRef } from 'react';
import { cn } from '#lib/class-names.ts';
import { inputLook } from './input.tsx';
import { useTypedText } from './typed-text.ts';

const PAUSE = 100;

interface FilterInputProps {
  label: string;
  value: string;
  onFilter: (text: string) => void;
  /** Keeps the code of a scanner in this input. */
  wantsCodes?: boolean;
}

/** Filters a list to the rows that contain the text. */
export function FilterInput({ label, value, onFilter, wantsCodes }: FilterInputProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { text, setText, send, clear } = useTypedText({ value, onSend: onFilter, pause: PAUSE });
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="truncate text-meta text-muted">
        {label}
      </label>
      <div className="relative">
        <input
          ref={input}
          id={id}
          type="text"
          data-wants-codes={wantsCodes}
          autoComplete="off"
          maxLength={100}
          value={text}
          onChange={(event) => setText(event.target.value)}
          // What is typed counts also when the panel of the filters closes at once.
          onKeyDown={({ key }) => (key === 'Enter' || (key === 'Escape' && text !== value)) && send(text)}
          onBlur={() => text.trim() !== value && send(text)}
          className={cn(inputLook, 'h-9 shadow-control md:h-8 md:text-control', text && 'pr-8')}
        />
        {text !== '' && (
          <button
            type="button"
            aria-label={`Limpar ${label}`}
            className="absolute inset-y-0 right-1 my-auto flex size-6 items-center justify-center rounded-small text-muted hover:bg-subtle hover:text-fg"
            onClick={() => {
              clear();
              // The button disappears, so the focus moves to the input.
              input.current?.focus();
            }}
          >
            <X aria-hidden className="size-3.5" />
          </button>
        )}
      </div>
    </div>
  );
}
