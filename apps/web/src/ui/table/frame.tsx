import { type ReactNode, useEffect, useRef } from 'react';

export function Frame({ children }: { children: ReactNode }) {
  const hasFocus = useRef(false);

  // A row or button that disappears together with the focus leaves it to the heading of the page.
  useEffect(() => {
    if (hasFocus.current && document.activeElement === document.body) document.querySelector('h1')?.focus();
  });

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only observes the focus of the elements inside
    <div
      className="relative flex min-h-64 flex-col overflow-hidden rounded-card border bg-surface"
      onFocus={() => {
        hasFocus.current = true;
      }}
      onBlur={() => {
        hasFocus.current = false;
      }}
    >
      {children}
    </div>
  );
}
