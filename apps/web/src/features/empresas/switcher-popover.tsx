import { Popover } from '@base-ui/react/popover';
import type { RefObject } from 'react';
import { EmpresaChoices, type EmpresaChoicesProps } from './empresa-choices.tsx';

export interface SwitcherSurfaceProps extends EmpresaChoicesProps {
  /** The button that opened the switcher, and gets the focus back. */
  anchor: RefObject<HTMLButtonElement | null>;
}

/** Opens upward from the foot of the sidebar. */
export function SwitcherPopover({ anchor, onClose, ...choices }: SwitcherSurfaceProps) {
  return (
    <Popover.Root
      open
      onOpenChange={(open, { event }) => {
        // A press on the foot closes the switcher by itself.
        const isFoot = event.target instanceof Node && anchor.current?.contains(event.target);
        if (!open && !(isFoot && event.type !== 'keydown')) onClose();
      }}
    >
      <Popover.Portal>
        <Popover.Positioner
          anchor={anchor}
          side="top"
          align="start"
          sideOffset={8}
          collisionPadding={8}
          className="z-30 outline-none"
        >
          <Popover.Popup
            initialFocus={false}
            finalFocus={anchor}
            className="flex max-h-[min(var(--available-height),28rem)] w-68 flex-col overflow-hidden rounded-card border border-field/50 bg-raised shadow-float outline-none"
          >
            <Popover.Title className="shrink-0 px-3 pt-2.5 pb-0.5 font-normal text-meta text-muted">
              Trocar de empresa
            </Popover.Title>
            <EmpresaChoices {...choices} onClose={onClose} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
