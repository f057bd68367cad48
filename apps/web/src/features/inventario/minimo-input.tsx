import { MINIMO_PADRAO } from '@prumo/contract/inventario.ts';
import { useEffect, useRef } from 'react';
import { DecimalInput } from '#ui/decimal-input.tsx';

interface MinimoInputProps {
  label: string;
  value: string;
  onDecimal: (value: string) => void;
  onBlur: () => void;
}

export function MinimoInput({ label, value, onDecimal, onBlur }: MinimoInputProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);
  return (
    <DecimalInput
      ref={(element) => {
        input.current = element;
      }}
      aria-label={label}
      // What stands where nobody set another.
      placeholder={MINIMO_PADRAO}
      className="-mr-2 h-7 w-20 px-2 text-right md:text-control"
      value={value}
      onDecimal={onDecimal}
      onBlur={onBlur}
    />
  );
}
