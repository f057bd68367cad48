import { type RefObject, useEffect } from 'react';

/**
 * Makes the buttons of a toolbar one tab stop: the button that had the focus last, or the first. Its arrow keys move
 * between them. The buttons come and go with the width of the screen and with the selection.
 */
export function useRoving(bar: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const element = bar.current;
    if (!element) return;
    let last: EventTarget | null = null;
    function settle() {
      const buttons = buttonsOf(element);
      const stop = buttons.find((each) => each === last) ?? buttons[0];
      for (const each of buttons) each.tabIndex = each === stop ? 0 : -1;
    }
    function onFocus({ target }: FocusEvent) {
      last = target;
      settle();
    }
    settle();
    const observer = new MutationObserver(settle);
    observer.observe(element, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    element.addEventListener('focusin', onFocus);
    return () => {
      observer.disconnect();
      element.removeEventListener('focusin', onFocus);
    };
  }, [bar]);
}

const buttonsOf = (bar: HTMLElement | null) => [
  ...(bar?.querySelectorAll<HTMLButtonElement>('button:enabled') ?? []),
];

/** The button to which a key moves. Undefined for a key that does not move. */
export function buttonAt(bar: HTMLElement, from: EventTarget, key: string): HTMLButtonElement | undefined {
  const buttons = buttonsOf(bar);
  const at = from instanceof HTMLButtonElement ? buttons.indexOf(from) : -1;
  if (at < 0) return undefined;
  if (key === 'Home') return buttons[0];
  if (key === 'End') return buttons.at(-1);
  const by = { ArrowLeft: -1, ArrowRight: 1 }[key];
  return by === undefined ? undefined : buttons.at((at + by) % buttons.length);
}
