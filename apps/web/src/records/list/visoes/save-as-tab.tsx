import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Input } from '#ui/form/input.tsx';

interface SaveAsTabProps {
  nome?: string;
  /** Returns false when the name was refused, so that it can be corrected. */
  onSave: (nome: string) => Promise<boolean>;
  onDone: () => void;
  onCancel: () => void;
}

/** Asks for the name of a visao. */
export function SaveAsTab({ nome = '', onSave, onDone, onCancel }: SaveAsTabProps) {
  const id = useId();
  const [text, setText] = useState(nome);
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.select(), []);
  return (
    <form
      className="flex shrink-0 flex-wrap items-end gap-2 border-t bg-bg p-3"
      onSubmit={async (event) => {
        event.preventDefault();
        if (text.trim() === '' || busy) return;
        setBusy(true);
        const saved = await onSave(text.trim());
        setBusy(false);
        if (saved) onDone();
      }}
    >
      <div className="flex min-w-0 grow flex-col gap-1">
        <label htmlFor={id} className="text-meta text-muted">
          Nome da aba
        </label>
        <Input
          ref={input}
          id={id}
          value={text}
          maxLength={40}
          autoComplete="off"
          onChange={({ target }) => setText(target.value)}
        />
      </div>
      <span className="flex gap-2 pb-0.5">
        <Button onClick={onCancel}>Cancelar</Button>
        <Button type="submit" look="primary" busy={busy} disabled={text.trim() === ''}>
          Salvar
        </Button>
      </span>
    </form>
  );
}
