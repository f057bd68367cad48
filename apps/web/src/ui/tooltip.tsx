import {
  cloneElement,
  type FocusEvent,
  type HTMLAttributes,
  type PointerEvent,
  type ReactElement,
  useEffect,
  useRef,
  useState,
} from 'react';

const DELAY_MS = 400;
/** Moving from one element to the next within this time shows the hint without delay. */
const GROUP_MS = 400;
let closedAt = Number.NEGATIVE_INFINITY;

type Popup = typeof import('./tooltip-popup.tsx').TooltipPopup;
type Handlers = Pick<
  HTMLAttributes<Element>,
  'onPointerEnter' | 'onPointerLeave' | 'onPointerDown' | 'onFocus' | 'onBlur'
>;

/**
 * A visual hint only. The element keeps its own accessible name. The code of the hint loads with the first one, because
 * no screen needs it for its first paint; if it does not arrive, there is no hint.
 */
export function Tooltip({ text, children }: { text: string; children: ReactElement<Handlers> }) {
  const [shown, setShown] = useState<{ anchor: Element; Popup: Popup }>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function open(anchor: Element) {
    clearTimeout(timer.current);
    const delay = performance.now() - closedAt < GROUP_MS ? 0 : DELAY_MS;
    const loading = import('./tooltip-popup.tsx').catch(() => undefined);
    timer.current = setTimeout(async () => {
      const now = timer.current;
      const loaded = await loading;
      if (loaded && timer.current === now && anchor.isConnected)
        setShown({ anchor, Popup: loaded.TooltipPopup });
    }, delay);
  }

  function close() {
    clearTimeout(timer.current);
    timer.current = undefined;
    if (shown) closedAt = performance.now();
    setShown(undefined);
  }

  const { props } = children;
  return (
    <>
      {cloneElement(children, {
        onPointerEnter(event: PointerEvent) {
          props.onPointerEnter?.(event);
          // A finger has no pointer that rests on an element.
          if (event.pointerType !== 'touch') open(event.currentTarget);
        },
        onPointerLeave(event: PointerEvent) {
          props.onPointerLeave?.(event);
          close();
        },
        onPointerDown(event: PointerEvent) {
          props.onPointerDown?.(event);
          close();
        },
        onFocus(event: FocusEvent) {
          props.onFocus?.(event);
          if (event.currentTarget.matches(':focus-visible')) open(event.currentTarget);
        },
        onBlur(event: FocusEvent) {
          props.onBlur?.(event);
          close();
        },
      })}
      {shown && <shown.Popup text={text} anchor={shown.anchor} onClose={close} />}
    </>
  );
}
