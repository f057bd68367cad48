import { type KeyboardEvent, useRef } from 'react';
import { Button } from '#ui/button.tsx';

/**
 * Lets a save be followed by the form of the next record. `next` shows that form. Without it, and after a save by any
 * other button, the dialog closes.
 */
export function useNextRecord(next: (() => void) | undefined, close: () => void) {
  const isPressed = useRef(false);
  const isWanted = useRef(false);

  function press(form: HTMLFormElement | null) {
    // The submit button is disabled while a save runs.
    if (form?.querySelector('[type=submit]:disabled')) return;
    isPressed.current = true;
    // A real submit, because fields listen to it.
    form?.requestSubmit();
  }

  return {
    press: next && press,
    /** Call it when the form is submitted. A refused form starts anew with the next submit. */
    begin: () => {
      isWanted.current = isPressed.current;
      isPressed.current = false;
    },
    /** Call it once the record is saved. */
    end: () => (next && isWanted.current ? next() : close()),
    onKeyDown: (event: KeyboardEvent<HTMLFormElement>) => {
      if (!next || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return;
      event.preventDefault();
      press(event.currentTarget);
    },
  };
}

interface SaveAndNewProps {
  press: ((form: HTMLFormElement | null) => void) | undefined;
  disabled: boolean;
}

/**
 * Saves and keeps the dialog open for the next record. It is no submit button, because Enter in a field presses the
 * first submit button of a form.
 */
export function SaveAndNew({ press, disabled }: SaveAndNewProps) {
  if (!press) return null;
  return (
    <Button
      disabled={disabled}
      aria-keyshortcuts="Control+Enter"
      onClick={({ currentTarget }) => press(currentTarget.form)}
    >
      Salvar e novo
      <kbd aria-hidden className="font-sans text-badge text-muted max-md:hidden">
        Ctrl+↵
      </kbd>
    </Button>
  );
}
