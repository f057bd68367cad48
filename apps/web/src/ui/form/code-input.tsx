import type { ComponentProps } from 'react';
import { cn } from '#lib/class-names.ts';
import { Input } from './input.tsx';

interface CodeInputProps extends Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange'> {
  value: string;
  onCode: (digits: string) => void;
}

const DIGITS = 6;

/** A six-digit code: typed, pasted as `123 456`, or autofilled by the phone. */
export function CodeInput({ value, onCode, className, ...rest }: CodeInputProps) {
  return (
    <Input
      {...rest}
      value={value}
      inputMode="numeric"
      autoComplete="one-time-code"
      className={cn('tracking-[0.3em]', className)}
      // No maxLength, because it would truncate a pasted code before its spaces are removed.
      onChange={(event) => onCode(event.target.value.replace(/\D/g, '').slice(0, DIGITS))}
    />
  );
}
