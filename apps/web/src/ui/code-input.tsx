import type { ComponentProps } from 'react';
import { cn } from '#lib/class-names.ts';
import { Input } from './input.tsx';

interface CodeInputProps extends Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange'> {
  value: string;
  onCode: (digits: string) => void;
}

const DIGITS = 6;

/** A code of six digits, typed, pasted as `123 456`, or filled in by the phone. */
export function CodeInput({ value, onCode, className, ...rest }: CodeInputProps) {
  return (
    <Input
      {...rest}
      value={value}
      inputMode="numeric"
      autoComplete="one-time-code"
      className={cn('tracking-[0.3em]', className)}
      // No maxLength: it would cut a pasted code before its spaces are taken out.
      onChange={(event) => onCode(event.target.value.replace(/\D/g, '').slice(0, DIGITS))}
    />
  );
}
