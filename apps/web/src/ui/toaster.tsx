import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { cn } from '#lib/class-names.ts';
import { dismissToast, type Toast, useToasts } from '#lib/toasts.ts';

/** More would cover the page. Further ones wait. */
const SHOWN = 3;

/**
 * The specification requires the label 'Notifications' and the shortcut Alt+T. Toasts stand at the top, where dialogs
 * and lists have no buttons, and the pointer passes through them, so none keeps a person from pressing what it covers.
 */
export function Toaster() {
  const toasts = useToasts();
  const list = useRef<HTMLOListElement>(null);
  /** The element that had the focus before the focus came here. */
  const before = useRef<HTMLElement>(null);
  const [isHeld, setHeld] = useState(false);
  const [isHidden, setHidden] = useState(false);

  useEffect(() => {
    const onKey = ({ altKey, code }: KeyboardEvent) => altKey && code === 'KeyT' && list.current?.focus();
    const onVisibility = () => setHidden(document.hidden);
    document.addEventListener('keydown', onKey);
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('visibilitychange', onVisibility);
    };
  }, []);
  const isEmpty = toasts.length === 0;
  useEffect(() => {
    if (isEmpty) setHeld(false);
  }, [isEmpty]);

  return (
    <section aria-label="Notifications alt+T" aria-live="polite" aria-relevant="additions text" tabIndex={-1}>
      {!isEmpty && (
        <ol
          ref={list}
          tabIndex={-1}
          className="pointer-events-none fixed top-[calc(var(--strip)+0.5rem)] left-1/2 z-50 flex w-[min(22.5rem,100vw-1rem)] -translate-x-1/2 flex-col gap-2 rounded-card print:hidden"
          onFocus={({ currentTarget, relatedTarget }) => {
            setHeld(true);
            if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget))
              before.current = relatedTarget;
          }}
          onBlur={({ currentTarget, relatedTarget }) =>
            setHeld(relatedTarget !== null && currentTarget.contains(relatedTarget))
          }
          onPointerEnter={() => setHeld(true)}
          onPointerLeave={({ currentTarget }) => setHeld(currentTarget.contains(document.activeElement))}
          onKeyDown={({ key }) => key === 'Escape' && (before.current ?? list.current)?.focus()}
        >
          {toasts.slice(0, SHOWN).map((toast) => (
            <Item key={toast.id} toast={toast} isPaused={isHeld || isHidden} before={before} />
          ))}
        </ol>
      )}
    </section>
  );
}

const ICONS = { success: CircleCheck, warning: TriangleAlert, error: CircleAlert };
const ICON_LOOKS = { success: 'text-ok-fg', warning: 'text-warn-fg', error: 'text-bad-fg' };

interface ItemProps {
  toast: Toast;
  isPaused: boolean;
  before: RefObject<HTMLElement | null>;
}

function Item({ toast, isPaused, before }: ItemProps) {
  const { id, type, title, lines = [], duration, action } = toast;
  const item = useRef<HTMLLIElement>(null);
  const Icon = ICONS[type];

  useEffect(() => {
    if (isPaused) return;
    const timer = setTimeout(() => dismissToast(id), duration);
    return () => clearTimeout(timer);
  }, [id, duration, isPaused]);

  // A toast that disappears with the focus gives it back.
  useLayoutEffect(() => {
    const shown = item.current;
    return () => {
      if (shown?.contains(document.activeElement)) before.current?.focus({ preventScroll: true });
    };
  }, [before]);

  return (
    <li
      ref={item}
      data-toast
      data-type={type}
      className="toast flex items-start gap-2 rounded-card border bg-raised px-3.5 py-3 text-control shadow-float"
    >
      <Icon aria-hidden className={cn('mt-0.5 size-4 shrink-0', ICON_LOOKS[type])} />
      <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <div data-title className={cn('font-medium', type === 'error' && 'text-bad-fg')}>
          {title}
        </div>
        {lines.length > 0 && (
          <div data-description className="text-muted">
            {lines.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </div>
        )}
      </div>
      {action && (
        <button
          type="button"
          className="pointer-events-auto h-7 shrink-0 self-center rounded-small bg-primary px-2 font-medium text-meta text-on-primary hover:bg-primary-hover"
          onClick={() => {
            action.onPress();
            dismissToast(id);
          }}
        >
          {action.label}
        </button>
      )}
    </li>
  );
}
