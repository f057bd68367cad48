import { Menu as Base } from '@base-ui/react/menu';
import { Ellipsis, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from './icon-button.tsx';

interface MenuProps {
  /** The accessible name of the button that opens the menu. */
  label: string;
  children: ReactNode;
}

/** The actions of a row, behind one button. */
export function Menu({ label, children }: MenuProps) {
  return (
    <Base.Root>
      <Base.Trigger
        render={
          <IconButton label={label} hint="Ações" className="size-7">
            <Ellipsis />
          </IconButton>
        }
      />
      <Base.Portal>
        <Base.Positioner align="end" sideOffset={4} className="z-30 outline-none">
          <Base.Popup className="min-w-44 rounded-card border border-field/50 bg-raised p-1 shadow-float outline-none transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0">
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

interface MenuItemProps {
  icon: LucideIcon;
  onSelect: () => void;
  children: ReactNode;
}

export function MenuItem({ icon: Icon, onSelect, children }: MenuItemProps) {
  return (
    <Base.Item
      onClick={onSelect}
      className="flex min-h-8 cursor-default select-none items-center gap-2.5 rounded-small px-2 text-control outline-none data-highlighted:bg-accent data-highlighted:text-accent-fg pointer-coarse:min-h-11"
    >
      <Icon aria-hidden className="size-4 shrink-0 text-muted" />
      {children}
    </Base.Item>
  );
}

export function MenuSeparator() {
  return <Base.Separator className="-mx-1 my-1 h-px bg-border" />;
}
