import { burstAfter, type Press, scannedCode } from './scan.ts';

/** Where keys land: their text, and the caret or the selection. */
interface Before {
  value: string;
  selection: [number, number] | undefined;
}

type Typable = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Fields with this attribute want codes. A scan stays in them, and its Enter reaches them. */
const WANTS_CODES = '[data-wants-codes]';
/** A screen with this attribute takes every other scan itself, as an event. */
const TAKES_SCANS = 'main [data-takes-scans]';
/** A password manager or a security key also types fast, and what it types must stay secret. */
const SECRET = 'input[type="password"], input[autocomplete="one-time-code"]';

/**
 * Recognises a barcode scanner by its speed wherever the focus is, and passes its code on. The code is taken out of
 * the fields in which its characters have landed, and its Enter submits nothing. Returns the function that ends it.
 */
export function listenForScans(onScan: (code: string) => void): () => void {
  let burst: readonly Press[] = [];
  const touched = new Map<Typable, Before>();

  function onKey(event: KeyboardEvent) {
    const { key, timeStamp, repeat, ctrlKey, metaKey, altKey, isComposing } = event;
    // A scanner presses Shift before a capital letter.
    if (key === 'Shift' || key === 'CapsLock') return;
    const target = document.activeElement;
    const isForeign = repeat || ctrlKey || metaKey || altKey || isComposing;
    if (isForeign || target?.matches(`${WANTS_CODES}, ${SECRET}`)) {
      burst = [];
      return;
    }
    const code = key === 'Enter' ? scannedCode(burst, timeStamp) : undefined;
    if (code === undefined) {
      burst = burstAfter(burst, { key, at: timeStamp });
      if (burst.length <= 1) touched.clear();
      if (isTypable(target) && !touched.has(target)) touched.set(target, beforeOf(target));
      return;
    }
    burst = [];
    event.preventDefault();
    event.stopImmediatePropagation();
    for (const [field, before] of touched) restore(field, before);
    touched.clear();
    const taker = document.querySelector(TAKES_SCANS);
    if (taker) taker.dispatchEvent(new CustomEvent('scan', { detail: code }));
    else onScan(code);
  }
  // In the capture phase of the window, so that no form or button sees the Enter of a scanner.
  addEventListener('keydown', onKey, { capture: true });
  return () => removeEventListener('keydown', onKey, { capture: true });
}

const isTypable = (element: Element | null): element is Typable =>
  element instanceof HTMLInputElement ||
  element instanceof HTMLTextAreaElement ||
  element instanceof HTMLSelectElement;

function beforeOf(field: Typable): Before {
  // Inputs such as type="email" have no caret to read.
  const from = 'selectionStart' in field ? field.selectionStart : null;
  const to = 'selectionEnd' in field ? field.selectionEnd : null;
  return { value: field.value, selection: from === null || to === null ? undefined : [from, to] };
}

/** Writes as a person would, because React ignores a value that is set by assignment. */
function restore(field: Typable, { value, selection }: Before) {
  if (field.value !== value && field.isConnected) {
    const prototype = Object.getPrototypeOf(field);
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
    field.dispatchEvent(
      new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }),
    );
  }
  if (selection && 'setSelectionRange' in field) field.setSelectionRange(...selection);
}
