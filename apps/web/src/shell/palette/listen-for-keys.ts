import { type Chord, chordAfter, completeIn, QUIET_MS } from './chords.ts';

/** Where a key types a letter or moves inside a list, and so never is a shortcut. */
const TYPING =
  'input, textarea, select, [contenteditable="true"], [role="combobox"], [role="listbox"], [role="menu"]';
/** What is open over the screen. A shortcut would leave it. */
const OPEN = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"], dialog[open]';

/**
 * Calls `onKeys` with each of these sequences of plain keys, outside fields and dialogs. Returns the function that ends
 * it.
 */
export function listenForKeys(known: () => readonly string[], onKeys: (keys: string) => void): () => void {
  let chord: Chord | undefined;
  let waiting: ReturnType<typeof setTimeout> | undefined;

  function onKey(event: KeyboardEvent) {
    const { key, timeStamp, repeat, ctrlKey, metaKey, altKey, isComposing, defaultPrevented } = event;
    if (key === 'Shift') return;
    // Any further key, such as the Enter of a scanner, keeps the keys before it from taking effect.
    clearTimeout(waiting);
    const isForeign = repeat || ctrlKey || metaKey || altKey || isComposing || defaultPrevented;
    if (isForeign || isTaken(event.target)) {
      chord = undefined;
      return;
    }
    chord = chordAfter(chord, { key, at: timeStamp }, known());
    const complete = completeIn(chord, known());
    if (complete === undefined) return;
    waiting = setTimeout(() => {
      chord = undefined;
      if (!isTaken(document.activeElement)) onKeys(complete);
    }, QUIET_MS);
  }

  addEventListener('keydown', onKey);
  return () => {
    clearTimeout(waiting);
    removeEventListener('keydown', onKey);
  };
}

const isTaken = (target: EventTarget | null) =>
  (target instanceof Element && target.closest(TYPING) !== null) || document.querySelector(OPEN) !== null;
