import { useEffect, useRef } from 'react';
import { CodeInput } from '#ui/form/code-input.tsx';
import { Field } from '#ui/form/field.tsx';
import { Input } from '#ui/form/input.tsx';
import { linkLook } from './auth-layout.tsx';

export interface Code {
  text: string;
  /** True for a backup code, false for a code of the authenticator. */
  backup: boolean;
}

export const noCode: Code = { text: '', backup: false };

interface CodeFieldProps {
  code: Code;
  error: string | undefined;
  readOnly: boolean;
  /** True when the code is the only input of the form. The input then gets the focus. */
  first: boolean;
  onChange: (code: Code) => void;
  /** Registers the input with a form that focuses invalid fields. */
  onInput?: (input: HTMLInputElement | null) => void;
}

/** The input for the second factor, with a backup code for a person who lost the phone. */
export function CodeField({ code, error, readOnly, first, onChange, onInput }: CodeFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const { backup } = code;
  const shown = useRef(backup);

  useEffect(() => {
    if (first || shown.current !== backup) input.current?.focus();
    shown.current = backup;
    onInput?.(input.current);
  }, [first, backup, onInput]);
  // Selects a refused code, so that typing replaces it.
  useEffect(() => {
    if (error) input.current?.select();
  }, [error]);

  // Beside other fields the input has their height.
  const look = first ? 'h-10' : undefined;
  return (
    <div className="flex flex-col gap-3">
      <Field label={backup ? 'Código de reserva' : 'Código'} error={error}>
        {(wiring) =>
          backup ? (
            <Input
              {...wiring}
              ref={input}
              value={code.text}
              readOnly={readOnly}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              className={look}
              onChange={(event) => onChange({ text: event.target.value, backup })}
            />
          ) : (
            <CodeInput
              {...wiring}
              ref={input}
              value={code.text}
              readOnly={readOnly}
              className={look}
              onCode={(text) => onChange({ text, backup })}
            />
          )
        }
      </Field>
      <p className="text-control">
        <button type="button" className={linkLook} onClick={() => onChange({ text: '', backup: !backup })}>
          {backup ? 'Usar o código do aplicativo' : 'Usar um código de reserva'}
        </button>
      </p>
      <p className="text-meta text-muted">
        Perdeu o celular? Use um código de reserva. Se não tiver nenhum, fale com quem administra o Prumo.
      </p>
    </div>
  );
}
