import { MINIMO_PADRAO } from '@prumo/contract/inventario.ts';
import { useEffect, useId, useRef } from 'react';
import { cn } from '#lib/class-names.ts';
import { DecimalInput } from '#records/fields/decimal-input.tsx';
import { useDecimal } from '#records/fields/use-decimal.ts';

interface MinimoInputProps {
  label: string;
  value: string;
  /** True after an attempt to save a text that is not a quantity. */
  isRefused: boolean;
  onDecimal: (value: string) => void;
  onBlur: () => void;
}

const KIND = { places: 2 };
const REFUSED = 'Informe uma quantidade de 0 ou mais, com até duas casas decimais.';

export function MinimoInput({ label, value, isRefused, onDecimal, onBlur }: MinimoInputProps) {
  const wordsId = useId();
  const input = useRef<HTMLInputElement>(null);
  const decimal = useDecimal({ value, onDecimal, kind: KIND, error: isRefused ? REFUSED : undefined });
  const words = decimal.error ?? decimal.note;
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);
  return (
    <div className="relative flex justify-end">
      <DecimalInput
        ref={(element) => {
          input.current = element;
        }}
        aria-label={label}
        aria-invalid={decimal.error ? true : undefined}
        aria-describedby={words && wordsId}
        // The default minimum, which applies while none is set.
        placeholder={MINIMO_PADRAO}
        className="-mr-2 h-7 w-20 px-2 text-right md:text-control"
        decimal={decimal}
        onBlur={onBlur}
      />
      {words && (
        <p
          id={wordsId}
          className={cn(
            'absolute top-full -right-2 z-20 mt-1 w-60 rounded-control border bg-surface px-2.5 py-1.5 text-left text-control shadow-md',
            decimal.error && 'text-bad-fg',
          )}
        >
          {words}
        </p>
      )}
    </div>
  );
}
