import { Popover } from '@base-ui/react/popover';
import type { ReactNode, RefObject } from 'react';
import { useNarrowScreen } from '#lib/media.ts';

interface PanelProps {
  /** The accessible name. */
  label: string;
  /** The button that opened the panel, and gets the focus back. */
  anchor: RefObject<HTMLButtonElement | null>;
  align: 'start' | 'end';
  onClose: () => void;
  children: ReactNode;
}

/**
 * Settings under a button. Esc or a press outside closes it. On narrow screens it is a sheet at the lower edge. Import
 * it only from lazily loaded modules.
 */
export function Panel({ label, anchor, align, onClose, children }: PanelProps) {
  const isSheet = useNarrowScreen();
  const popup = (
    <Popover.Popup
      aria-label={label}
      finalFocus={anchor}
      className={
        isSheet
          ? 'fixed inset-x-2 bottom-2 z-40 flex max-h-[85dvh] flex-col overflow-hidden rounded-sheet border bg-raised shadow-float outline-none'
          : 'flex max-h-(--available-height) max-w-[calc(100vw-2rem)] flex-col overflow-hidden rounded-card border border-field/50 bg-raised shadow-float outline-none'
      }
    >
      {children}
    </Popover.Popup>
  );
  return (
    <Popover.Root
      open
      modal={isSheet}
      onOpenChange={(open, { event }) => {
        // A press on the button closes the panel by itself.
        const isButton = event.target instanceof Node && anchor.current?.contains(event.target);
        if (!open && !(isButton && event.type !== 'keydown')) onClose();
      }}
    >
      <Popover.Portal>
        {isSheet && <Popover.Backdrop className="fixed inset-0 z-40 bg-overlay" />}
        {isSheet ? (
          // The positioner carries the popup, which its own class puts at the lower edge.
          <Popover.Positioner anchor={anchor} className="contents">
            {popup}
          </Popover.Positioner>
        ) : (
          <Popover.Positioner
            anchor={anchor}
            align={align}
            sideOffset={6}
            collisionPadding={8}
            className="z-30 outline-none"
          >
            {popup}
          </Popover.Positioner>
        )}
      </Popover.Portal>
    </Popover.Root>
  );
}
