import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode, Ref } from 'react';

interface TabsProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  tabs: readonly {
    value: string;
    label: string;
    /** The number of invalid fields in the tab. */
    errors: number;
  }[];
  /** A ref to the first tab, for a parent that sets the focus there. */
  firstRef?: Ref<HTMLElement>;
  children: ReactNode;
}

/** Arrow keys move between tabs and activate them. Import it only from lazily loaded modules. */
export function Tabs({ label, value, onChange, tabs, firstRef, children }: TabsProps) {
  return (
    <Base.Root value={value} onValueChange={onChange} className="flex min-h-0 flex-1 flex-col">
      <Base.List
        activateOnFocus
        aria-label={label}
        className="relative flex shrink-0 gap-1 overflow-x-auto border-b px-3"
      >
        {tabs.map((tab, index) => (
          <Base.Tab
            key={tab.value}
            ref={index === 0 ? firstRef : undefined}
            value={tab.value}
            className="flex h-9 shrink-0 items-center gap-1.5 whitespace-nowrap rounded-small px-2 font-medium text-control text-muted hover:text-fg focus-visible:-outline-offset-2 data-active:text-fg pointer-coarse:h-11"
          >
            {tab.label}
            {tab.errors > 0 && (
              <span className="rounded-full bg-bad px-1.5 font-medium text-bad-fg text-badge">
                {tab.errors}
                <span className="sr-only"> {tab.errors === 1 ? 'erro' : 'erros'}</span>
              </span>
            )}
          </Base.Tab>
        ))}
        <Base.Indicator className="absolute bottom-0 left-(--active-tab-left) h-0.5 w-(--active-tab-width) bg-primary transition-[left,width] duration-150" />
      </Base.List>
      {children}
    </Base.Root>
  );
}

/** Stays mounted while another tab is active, so its inputs keep their text. */
export function TabPanel({ value, children }: { value: string; children: ReactNode }) {
  return (
    <Base.Panel
      keepMounted
      value={value}
      className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-5 py-5 focus-visible:-outline-offset-2 [&[hidden]]:hidden"
    >
      {children}
    </Base.Panel>
  );
}
