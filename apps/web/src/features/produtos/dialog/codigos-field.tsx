import { isSameCodigo } from '@prumo/contract/produtos.ts';
import { Plus, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useController } from 'react-hook-form';
import { BEING_TYPED } from '#records/use-record-form.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/form/field.tsx';
import { Input } from '#ui/form/input.tsx';

interface CodigosFieldProps {
  name: string;
  label: string;
}

/** A list of typed or scanned codes. The Enter that a scanner sends adds a code and does not submit the form. */
export function CodigosField({ name, label }: CodigosFieldProps) {
  const { field, fieldState } = useController({ name });
  const codigos: string[] = field.value;
  // In the form, so that a draft contains it and closing the form does not lose it.
  const typed = useController({ name: `${name}${BEING_TYPED}`, defaultValue: '' });
  const text: string = typed.field.value;
  const setText = typed.field.onChange;
  const [refusal, setRefusal] = useState<string>();
  const input = useRef<HTMLInputElement>(null);

  function add() {
    const codigo = text.trim();
    const refused = refusalOf(codigo, codigos);
    setRefusal(refused);
    input.current?.focus();
    if (refused) return input.current?.select();
    field.onChange([...codigos, codigo]);
    setText('');
  }

  const takeLeftover = useEffectEvent(() => {
    const codigo = text.trim();
    if (refusalOf(codigo, codigos)) return;
    field.onChange([...codigos, codigo]);
    setText('');
  });
  // A code still in the input on submit is added to the list.
  useEffect(() => {
    const form = input.current?.form;
    const onSubmit = () => takeLeftover();
    form?.addEventListener('submit', onSubmit, { capture: true });
    return () => form?.removeEventListener('submit', onSubmit, { capture: true });
  }, []);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    add();
  }

  function remove(codigo: string) {
    field.onChange(codigos.filter((each) => each !== codigo));
    input.current?.focus();
  }

  return (
    <div className="flex flex-col gap-2">
      <Field
        label={label}
        error={refusal ?? fieldState.error?.message}
        aside={
          <span role="status" className="text-meta text-muted">
            ({codigos.length}) código(s) adicionado(s)
          </span>
        }
      >
        {(wiring) => (
          <div className="flex gap-2">
            <Input
              {...wiring}
              ref={(element) => {
                input.current = element;
                field.ref(element);
              }}
              data-wants-codes
              maxLength={100}
              autoComplete="off"
              value={text}
              onChange={(event) => {
                setText(event.target.value);
                setRefusal(undefined);
              }}
              onKeyDown={onKeyDown}
              onBlur={field.onBlur}
            />
            <Button className="h-9" aria-label="Adicionar código de referência" onClick={add}>
              <Plus aria-hidden />
              Adicionar
            </Button>
          </div>
        )}
      </Field>
      {codigos.length > 0 && (
        <ul aria-label="Códigos adicionados" className="flex flex-wrap gap-1.5">
          {codigos.map((codigo) => (
            <li
              key={codigo}
              className="inline-flex h-7 min-w-0 max-w-full items-center gap-0.5 rounded-small border bg-bg pr-0.5 pl-2 text-control"
            >
              <span className="truncate">{codigo}</span>
              <button
                type="button"
                aria-label={`Remover código ${codigo}`}
                className="flex size-6 shrink-0 items-center justify-center rounded-small text-muted hover:bg-subtle hover:text-fg"
                onClick={() => remove(codigo)}
              >
                <X aria-hidden className="size-3.5" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function refusalOf(codigo: string, codigos: readonly string[]): string | undefined {
  if (codigo === '') return 'Digite um código de referência';
  if (codigos.some((each) => isSameCodigo(each, codigo))) return 'Este código já foi adicionado';
  return undefined;
}
