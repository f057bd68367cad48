import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react';

/**
 * Sets the focus inside a dialog, after the dialog has recorded the element that gets the focus back on close. The
 * dialog may already have focused a field by then. If the person has pressed a key or pointed meanwhile, the focus
 * stays: moving it, or selecting the text, would lose what they type.
 */
export function useFocusOnOpen(focus: () => void) {
  const act = useEffectEvent(focus);
  // A layout effect, because it runs before the dialog focuses a field into which the person can type.
  useLayoutEffect(() => {
    const listening = new AbortController();
    const timer = setTimeout(() => {
      end();
      act();
    });
    function end() {
      clearTimeout(timer);
      listening.abort();
    }
    for (const deed of ['keydown', 'pointerdown'])
      addEventListener(deed, (event) => !isRepeated(event) && end(), {
        capture: true,
        signal: listening.signal,
      });
    return end;
  }, []);
}

/** The key that opened the dialog may still be down. */
const isRepeated = (event: Event) => event instanceof KeyboardEvent && event.repeat;

/**
 * Focuses the field with this name in the form that gets the returned ref, and selects its text. React Hook Form's own
 * `setFocus` waits for one more timer, in which the person can type.
 */
export function useFieldFocusOnOpen(name: string | undefined): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useFocusOnOpen(() => {
    const field = name && form.current?.elements.namedItem(name);
    if (!(field instanceof HTMLInputElement)) return;
    field.focus();
    field.select();
  });
  return form;
}
