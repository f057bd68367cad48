import { Link, useRouterState } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { cn } from '#lib/class-names.ts';
import { useSession } from '#lib/session/session.ts';
import { dashboard, entryPathOf, isShown, sections } from './nav.ts';

const entryLook =
  'flex h-10 items-center gap-2.5 rounded-control px-2 text-control transition-colors md:h-8 [&_svg]:size-4 [&_svg]:shrink-0';
const activeLook = 'bg-accent font-medium text-accent-fg';
const restLook = 'text-muted hover:bg-fg/5 hover:text-fg';

interface NavMenuProps {
  /** Shows icons only. Texts stay available to screen readers, and headings become hairlines. */
  rail: boolean;
  onFollow?: () => void;
}

export function NavMenu({ rail, onFollow }: NavMenuProps) {
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const here = entryPathOf(pathname);
  const direitos = useSession().session?.empresa.direitos ?? [];
  const entry = (item: typeof dashboard | (typeof sections)[number]['entries'][number]) => (
    <Link
      key={item.label}
      {...item.link}
      activeOptions={{ exact: true, includeSearch: false }}
      // The router marks only the screen of the entry itself as the current page, not a screen below it.
      {...(item.link.to === here && here !== pathname && { 'aria-current': true })}
      className={cn(entryLook, item.link.to === here ? activeLook : restLook)}
      {...(onFollow && { onClick: onFollow })}
    >
      <item.icon aria-hidden />
      <span className="truncate">{item.label}</span>
    </Link>
  );
  return (
    <nav aria-label="Menu Principal" className="flex flex-col px-2 pb-4">
      <h2 className={cn('flex h-8 items-center px-2 text-meta text-muted', rail && 'invisible')}>
        <span className="truncate">Menu Principal</span>
      </h2>
      {entry(dashboard)}
      {sections.map((section) => (
        <Section
          key={section.label}
          label={section.label}
          active={section.entries.some(({ link }) => link.to === here)}
          rail={rail}
        >
          {section.entries.map((item) => isShown(item, direitos) && <li key={item.label}>{entry(item)}</li>)}
        </Section>
      ))}
    </nav>
  );
}

interface SectionProps {
  label: string;
  active: boolean;
  rail: boolean;
  children: ReactNode;
}

function Section({ label, active, rail, children }: SectionProps) {
  const [open, setOpen] = useState(true);
  const id = useId();
  return (
    <div className="mt-3">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        data-active={active}
        className={cn(
          'relative flex h-8 w-full items-center justify-between gap-2 rounded-control px-2 text-meta transition-colors hover:text-fg',
          active ? 'font-semibold text-accent-fg' : 'text-muted',
        )}
        onClick={() => setOpen(!open)}
      >
        <span className={cn('truncate', rail && 'opacity-0')}>{label}</span>
        <ChevronDown
          aria-hidden
          className={cn('size-3.5 shrink-0 transition-transform', !open && '-rotate-90', rail && 'hidden')}
        />
        {rail && (
          <span
            aria-hidden
            className={cn('absolute inset-x-2 top-1/2 h-px', active ? 'bg-accent-fg' : 'bg-border')}
          />
        )}
      </button>
      <ul id={id} hidden={!open} className="flex flex-col gap-0.5">
        {children}
      </ul>
    </div>
  );
}
