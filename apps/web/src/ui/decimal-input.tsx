import type { ChangeEvent, ClipboardEvent, ComponentProps, KeyboardEvent, RefCallback } from 'react';
import { NumericFormat } from 'react-number-format';
import { readPasted, stepDown, stepUp } from '#lib/decimal.ts';
import { Input } from './input.tsx';

type Native =
  | 'id'
  | 'name'
  | 'onBlur'
  | 'placeholder'
  | 'className'
  | 'aria-label'
  | 'aria-describedby'
  | 'aria-invalid';

interface DecimalInputProps extends Pick<ComponentProps<'input'>, Native> {
  /** As it is sent: `'1234.56'`, or empty. */
  value: string;
  onDecimal: (value: string) => void;
  decimals?: number | undefined;
  /** Where the arrow keys stop. */
  max?: string | undefined;
  /** Takes a minus sign, so that what is below zero can be answered with a sentence. */
  signed?: boolean | undefined;
  ref: RefCallback<HTMLInputElement>;
}

/** A decimal, shown as `1.234,56`: takes comma or dot, and steps by 0,01 with the arrow keys. */
export function DecimalInput(props: DecimalInputProps) {
  const { value, onDecimal, decimals = 2, max, signed = false, ref, ...rest } = props;
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
      allowNegative={signed}
      valueIsNumericString
      value={value}
      onValueChange={(next, { event }) => {
        // Without an event it only repeats what it was given.
        if (event) onDecimal(next.value);
      }}
      onKeyDown={step}
      onPaste={(event: ClipboardEvent<HTMLInputElement>) => paste(event, signed)}
      onChangeCapture={(event: ChangeEvent<HTMLInputElement>) => readFilledIn(event, signed)}
    />
  );
}

/** Like a paste, but by the browser itself, or by a program that fills in forms: no key says how the text came. */
function readFilledIn({ target, nativeEvent }: ChangeEvent<HTMLInputElement>, signed: boolean) {
  // One sign at a time is typing; several at once come from a word a keyboard suggests, or a program.
  const isTyped = nativeEvent instanceof InputEvent && nativeEvent.inputType;
  if (isTyped && (nativeEvent.data?.length ?? 0) < 2) return;
  target.value = readPasted(target.value, signed) ?? target.value;
}

/** The library would read a pasted `1234.56` as 123456. */
function paste(event: ClipboardEvent<HTMLInputElement>, signed: boolean) {
  event.preventDefault();
  const input = event.currentTarget;
  const text = readPasted(event.clipboardData.getData('text/plain'), signed);
  if (text === undefined) return;
  input.setRangeText(text, input.selectionStart ?? 0, input.selectionEnd ?? 0, 'end');
  input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste' }));
}
