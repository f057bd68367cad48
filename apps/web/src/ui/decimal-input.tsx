import type { ChangeEvent, ClipboardEvent, ComponentProps, KeyboardEvent, RefCallback } from 'react';
import { NumericFormat } from 'react-number-format';
import { readPasted, stepDown, stepUp } from '#lib/decimal.ts';
import { Input } from './input.tsx';

type Native = 'id' | 'name' | 'onBlur' | 'aria-label' | 'aria-describedby' | 'aria-invalid';

interface DecimalInputProps extends Pick<ComponentProps<'input'>, Native> {
  /** As it is sent: `'1234.56'`, or empty. */
  value: string;
  onDecimal: (value: string) => void;
  decimals?: number | undefined;
  /** Where the arrow keys stop. */
  max?: string | undefined;
  ref: RefCallback<HTMLInputElement>;
}

/** A decimal of zero or more, shown as `1.234,56`: takes comma or dot, and steps by 0,01 with the arrow keys. */
export function DecimalInput({ value, onDecimal, decimals = 2, max, ref, ...rest }: DecimalInputProps) {
  function step(event: KeyboardEvent<HTMLInputElement>) {
    const { key, shiftKey, ctrlKey, altKey, metaKey } = event;
    if ((key !== 'ArrowUp' && key !== 'ArrowDown') || shiftKey || ctrlKey || altKey || metaKey) return;
    event.preventDefault();
    onDecimal(key === 'ArrowUp' ? stepUp(value, decimals, max) : stepDown(value, decimals));
  }
  return (
    <NumericFormat
      {...rest}
      customInput={Input}
      getInputRef={ref}
      inputMode="decimal"
      autoComplete="off"
      thousandSeparator="."
      decimalSeparator=","
      decimalScale={decimals}
      allowNegative={false}
      valueIsNumericString
      value={value}
      onValueChange={(next, { event }) => {
        // Without an event it only repeats what it was given.
        if (event) onDecimal(next.value);
      }}
      onKeyDown={step}
      onPaste={paste}
      onChangeCapture={readFilledIn}
    />
  );
}

/** Like a paste, but by the browser itself, or by a program that fills in forms: no key says how the text came. */
function readFilledIn({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) {
  if (nativeEvent instanceof InputEvent && nativeEvent.inputType) return;
  target.value = readPasted(target.value) ?? target.value;
}

/** The library would read a pasted `1234.56` as 123456. */
function paste(event: ClipboardEvent<HTMLInputElement>) {
  event.preventDefault();
  const input = event.currentTarget;
  const text = readPasted(event.clipboardData.getData('text/plain'));
  if (text === undefined) return;
  input.setRangeText(text, input.selectionStart ?? 0, input.selectionEnd ?? 0, 'end');
  input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste' }));
}
