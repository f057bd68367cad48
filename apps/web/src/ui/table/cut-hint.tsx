import { type FocusEvent, type PointerEvent, useEffect, useRef, useState } from 'react';

const DELAY_MS = 400;

type Popup = typeof import('#ui/tooltip-popup.tsx').TooltipPopup;

/** Any class that cuts a text, also one that counts only for some widths of the window. */
const CUT = '[class*=truncate], [class*=line-clamp]';
const isCut = (element: Element) =>
  element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight + 1;

/**
 * Shows the whole of a text that is cut off, when the pointer rests on it or the keyboard reaches its row. The handlers
 * belong to the element around all cells, so a cell only needs to cut its text with `truncate`.
 */
export function useCutHint() {
  const [shown, setShown] = useState<{ anchor: Element; text: string; Popup: Popup }>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function close() {
    clearTimeout(timer.current);
    setShown(undefined);
  }

  function open(anchor: Element | null | undefined) {
    close();
    const text = anchor?.textContent?.trim();
    if (!anchor || !text || !isCut(anchor)) return;
    timer.current = setTimeout(async () => {
      const now = timer.current;
      const loaded = await import('#ui/tooltip-popup.tsx').catch(() => undefined);
      if (loaded && now === timer.current && anchor.isConnected)
        setShown({ anchor, text, Popup: loaded.TooltipPopup });
    }, DELAY_MS);
  }

  return {
    hint: shown && <shown.Popup text={shown.text} anchor={shown.anchor} onClose={close} />,
    handlers: {
      onPointerOver({ target, pointerType }: PointerEvent) {
        // A finger has no pointer that rests on a text.
        if (pointerType !== 'touch' && target instanceof Element) open(target.closest(CUT));
      },
      onPointerLeave: close,
      onPointerDown: close,
      onFocus({ target }: FocusEvent<Element>) {
        if (!target.matches(':focus-visible')) return;
        open(target.matches(CUT) ? target : [...target.querySelectorAll(CUT)].find(isCut));
      },
      onBlur: close,
    },
  };
}
