import { type ComponentProps, type RefCallback, useEffect, useState } from 'react';
import { cn } from '#lib/class-names.ts';
import { Input } from '#ui/form/input.tsx';
import type { Decimal } from './use-decimal.ts';

type Native =
  | 'id'
  | 'name'
  | 'onBlur'
  | 'placeholder'
  | 'className'
  | 'aria-label'
  | 'aria-describedby'
  | 'aria-invalid'
  | 'aria-required';

interface DecimalInputProps extends Pick<ComponentProps<'input'>, Native> {
  decimal: Decimal;
  ref: RefCallback<HTMLInputElement>;
}

/**
 * An input for a decimal in Brazilian notation. The arrow keys step the value by 0,01. The caller shows the
 * error and the note of `useDecimal`.
 */
export function DecimalInput({ decimal, className, onBlur, ref, ...rest }: DecimalInputProps) {
  const isMoney = decimal.kind.unit === 'R$';
  return (
    <div className="relative">
      {isMoney && (
        <span
          aria-hidden
          className="pointer-events-none absolute inset-y-0 left-3 flex items-center text-muted text-touch md:text-body"
        >
          R$
        </span>
      )}
      <Input
        {...rest}
        ref={ref}
        inputMode="decimal"
        autoComplete="off"
        className={cn(isMoney && 'pl-10 md:pl-9', className)}
        value={decimal.text}
        onChange={decimal.take}
        onFocus={decimal.enter}
        onKeyDown={decimal.step}
        onPaste={decimal.paste}
        onBlur={(event) => {
          decimal.leave();
          onBlur?.(event);
        }}
      />
      <Announced text={decimal.error ?? decimal.doubt} />
    </div>
  );
}

/**
 * The pause in typing before a screen reader announces the text. An announcement at every key would interrupt
 * the person.
 */
const PAUSE_MS = 800;

function Announced({ text }: { text: string | undefined }) {
  const [said, setSaid] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setSaid(text), text === undefined ? 0 : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <span aria-live="polite" className="sr-only">
      {said}
    </span>
  );
}
