import { type NumberKind, readNumber, sayNumber } from '@prumo/contract/brazilian-number.ts';
import { isDecimal, writeDecimal } from '@prumo/contract/exact-decimal.ts';
import { type ChangeEvent, type ClipboardEvent, type FocusEvent, type KeyboardEvent, useState } from 'react';
import { afterPress } from '#lib/after-press.ts';
import { stepDown, stepUp } from '#lib/numbers/decimal.ts';

interface DecimalOptions {
  /** A decimal as it is sent (`'1234.56'`), an empty text, or the typed text while it is not a number. */
  value: string;
  onDecimal: (value: string) => void;
  kind: NumberKind;
  /** The limit for steps with the arrow keys. */
  max?: string | undefined;
  /** The reason why the form refuses the value. */
  error?: string | undefined;
}

export type Decimal = ReturnType<typeof useDecimal>;

/**
 * The text of a decimal input and the messages about it. While the input has the focus, the text is exactly
 * what the person types, so that the caret does not move and the browser's own undo works. On blur the text
 * is formatted.
 */
export function useDecimal({ value, onDecimal, kind, max, error }: DecimalOptions) {
  // The typed text and the value it was read as. It counts only while the form holds that value, because a
  // reset or another person's change replaces the value.
  const [typed, setTyped] = useState<{ text: string; value: string }>();
  const [doubted, setDoubted] = useState<{ value: string; doubt: string }>();
  // After a doubt, the line under the input stays until blur, so that the form does not change its height at
  // every key.
  const [keepsLine, setKeepsLine] = useState(false);
  // False while the person types, because an unfinished text is not reported as an error.
  const [isDone, setIsDone] = useState(true);

  const current = typed?.value === value ? typed.text : undefined;
  const reading = readNumber(value, kind);
  const refusal = reading.is === 'refused' && (isDone || error) ? reading.refusal : undefined;
  const doubt = doubted?.value === value ? doubted.doubt : undefined;
  const going = keepsLine && current !== undefined;
  const restated = reading.is === 'number' ? `Lido como ${sayNumber(value, kind)}.` : '\u00a0';

  function take({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) {
    const read = readNumber(target.value, kind);
    const next = read.is === 'number' ? read.value : read.is === 'empty' ? '' : target.value;
    setTyped({ text: target.value, value: next });
    setIsDone(!isTyping(nativeEvent));
    if (read.is === 'number' && read.doubt) {
      setDoubted({ value: next, doubt: read.doubt });
      setKeepsLine(true);
    } else setDoubted(undefined);
    onDecimal(next);
  }

  function leave() {
    if (reading.is !== 'refused') setTyped(undefined);
    afterPress(() => {
      setIsDone(true);
      setKeepsLine(false);
    });
  }

  /**
   * Removes the thousands dots, because inserting or deleting a digit between them makes a text that is not a
   * number. It waits until the code that set the focus has finished. That code may select the text, and
   * Chromium would lose the selection if the text changed before.
   */
  function enter({ currentTarget: input }: FocusEvent<HTMLInputElement>) {
    if (current !== undefined || !isDecimal(value)) return;
    queueMicrotask(() => {
      const bare = withoutDots(input.value);
      if (input !== document.activeElement || bare === input.value) return;
      const { selectionStart, selectionEnd } = input;
      const [start, end] = [selectionStart, selectionEnd].map((at) => input.value.slice(0, at ?? 0));
      input.value = bare;
      input.setSelectionRange(withoutDots(start).length, withoutDots(end).length);
      setTyped({ text: bare, value });
    });
  }

  function step(event: KeyboardEvent<HTMLInputElement>) {
    const { key, shiftKey, ctrlKey, altKey, metaKey, currentTarget: input } = event;
    if ((key !== 'ArrowUp' && key !== 'ArrowDown') || shiftKey || ctrlKey || altKey || metaKey) return;
    event.preventDefault();
    if (reading.is === 'refused') return;
    const next = key === 'ArrowUp' ? stepUp(value, kind.places, max) : stepDown(value, kind.places);
    input.select();
    insert(withoutDots(writeDecimal(next, kind.places)));
  }

  /**
   * Replaces line breaks and tabs by `; `. The browser would drop the line breaks of a pasted text and turn
   * the cells 10 and 20 into 1020.
   */
  function paste(event: ClipboardEvent<HTMLInputElement>) {
    const text = event.clipboardData.getData('text/plain').trim();
    if (!/[\r\n\t]/.test(text)) return;
    event.preventDefault();
    insert(text.replaceAll(/\s*[\r\n\t]+\s*/g, '; '));
  }

  return {
    kind,
    text: current ?? shown(value, kind),
    error: refusal ?? error,
    /** Says how an ambiguous text is read. */
    doubt,
    /** The line under the input. */
    note: doubt ?? (going ? restated : undefined),
    take,
    leave,
    enter,
    step,
    paste,
  };
}

const shown = (value: string, { places, unit }: NumberKind) =>
  isDecimal(value) ? writeDecimal(value, unit === 'R$' ? places : 0) : value;

const withoutDots = (text = '') => text.replaceAll('.', '');

/**
 * True when the person types or deletes. An event with several characters comes from the clipboard, from a
 * word that a keyboard suggests, or from a program.
 */
const isTyping = (event: Event) =>
  event instanceof InputEvent &&
  event.inputType !== '' &&
  !event.inputType.startsWith('insertFrom') &&
  (event.data?.length ?? 0) < 2;

/** Inserts the text as if it were typed, so that the browser can undo the change. */
const insert = (text: string) => document.execCommand('insertText', false, text);
