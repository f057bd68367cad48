import { Popover } from '@base-ui/react/popover';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react';
import { cn } from '#lib/class-names.ts';
import { addMonths, type Day, formatDay, type Limits, today } from '#lib/numbers/day.ts';
import { Button } from '#ui/button.tsx';
import { clamp, dayAfterKey, weeksOf } from './month.ts';

const WEEKDAYS = [
  'domingo',
  'segunda-feira',
  'terça-feira',
  'quarta-feira',
  'quinta-feira',
  'sexta-feira',
  'sábado',
];
const monthName = new Intl.DateTimeFormat('pt-BR', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const dayName = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'full', timeZone: 'UTC' });

interface DayCalendarProps {
  label: string;
  /** The calendar opens below this element. */
  anchor: RefObject<HTMLElement | null>;
  /** Gets the focus when the calendar closes. */
  returnTo: RefObject<HTMLElement | null>;
  /** The chosen day, or empty. */
  day: Day;
  limits: Limits;
  onChoose: (day: Day) => void;
  onClose: () => void;
}

/** A month to choose a day from. It is open while it is mounted. Import it lazily. */
export function DayCalendar({ label, anchor, returnTo, day, limits, onChoose, onClose }: DayCalendarProps) {
  const [at, setAt] = useState(() => clamp(day || today(), limits));
  const [isNew, setNew] = useState(true);
  const first = useRef<HTMLButtonElement>(null);
  const title = useId();
  const now = today();

  function choose(next: Day) {
    onChoose(next);
    onClose();
  }

  return (
    <Popover.Root
      open
      onOpenChange={(open, { event }) => {
        // A press on the button of the field closes the calendar by itself.
        const isField = event.target instanceof Node && anchor.current?.contains(event.target);
        if (!open && !(isField && event.type !== 'keydown')) onClose();
      }}
    >
      <Popover.Portal>
        <Popover.Positioner
          anchor={anchor}
          align="end"
          sideOffset={4}
          collisionPadding={8}
          className="z-50 outline-none"
        >
          <Popover.Popup
            aria-label={`Calendário de ${label}`}
            initialFocus={first}
            finalFocus={returnTo}
            // An open dialog below would also handle Escape and close.
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return;
              event.stopPropagation();
              onClose();
            }}
            className="flex flex-col gap-2 rounded-card border border-field/50 bg-raised p-3 shadow-float outline-none"
          >
            <div className="flex items-center justify-between">
              <MonthButton
                label="Mês anterior"
                icon={ChevronLeft}
                disabled={at.slice(0, 7) <= limits.min.slice(0, 7)}
                onPress={() => setAt(clamp(addMonths(at, -1), limits))}
              />
              <p id={title} aria-live="polite" className="font-medium text-control first-letter:uppercase">
                {monthName.format(new Date(at))}
              </p>
              <MonthButton
                label="Próximo mês"
                icon={ChevronRight}
                disabled={at.slice(0, 7) >= limits.max.slice(0, 7)}
                onPress={() => setAt(clamp(addMonths(at, 1), limits))}
              />
            </div>
            <Grid
              labelledBy={title}
              at={at}
              chosen={day}
              limits={limits}
              first={first}
              takesFocus={!isNew}
              onMove={(next) => {
                setNew(false);
                setAt(next);
              }}
              onChoose={choose}
            />
            {now >= limits.min && now <= limits.max && (
              <Button look="ghost" className="self-center" onClick={() => choose(now)}>
                Hoje, {formatDay(now)}
              </Button>
            )}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

interface MonthButtonProps {
  label: string;
  icon: typeof ChevronLeft;
  disabled: boolean;
  onPress: () => void;
}

/** Not disabled at the limit, so that it keeps the focus. */
const MonthButton = ({ label, icon: Icon, disabled, onPress }: MonthButtonProps) => (
  <button
    type="button"
    aria-label={label}
    aria-disabled={disabled}
    className="flex size-8 items-center justify-center rounded-control text-muted hover:bg-subtle hover:text-fg aria-disabled:opacity-45"
    onClick={() => disabled || onPress()}
  >
    <Icon aria-hidden className="size-4" />
  </button>
);

interface GridProps {
  labelledBy: string;
  /** The day that has the focus, or gets it by Tab. */
  at: Day;
  chosen: Day;
  limits: Limits;
  first: RefObject<HTMLButtonElement | null>;
  /** Whether a change of `at` moves the focus, which is so after a key in the grid. */
  takesFocus: boolean;
  onMove: (day: Day) => void;
  onChoose: (day: Day) => void;
}

function Grid({ labelledBy, at, chosen, limits, first, takesFocus, onMove, onChoose }: GridProps) {
  const table = useRef<HTMLTableElement>(null);
  const now = today();
  useLayoutEffect(() => {
    // The buttons of the months keep the focus that they have.
    const hasFocus =
      table.current?.contains(document.activeElement) || document.activeElement === document.body;
    if (takesFocus && hasFocus) table.current?.querySelector<HTMLElement>(`[data-day="${at}"]`)?.focus();
  }, [at, takesFocus]);

  function onKeyDown(event: KeyboardEvent) {
    const next = dayAfterKey(at, event.key, event.shiftKey, limits);
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    onMove(next);
  }

  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid is a table whose cells take the focus
    <table ref={table} role="grid" aria-labelledby={labelledBy} onKeyDown={onKeyDown}>
      <thead>
        <tr>
          {WEEKDAYS.map((name) => (
            <th key={name} scope="col" abbr={name} className="h-7 w-9 font-normal text-meta text-muted">
              {name.slice(0, 3)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(at).map((week) => (
          <tr key={week.find(Boolean)}>
            {week.map((day, column) =>
              day === null ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: the columns are the days of the week
                <td key={column} />
              ) : (
                <td key={day} className="p-0 text-center">
                  <button
                    ref={day === at ? first : undefined}
                    type="button"
                    data-day={day}
                    tabIndex={day === at ? 0 : -1}
                    aria-label={dayName.format(new Date(day))}
                    aria-current={day === now ? 'date' : undefined}
                    aria-pressed={day === chosen}
                    disabled={day < limits.min || day > limits.max}
                    className={cn(
                      'size-9 rounded-control text-control tabular-nums disabled:opacity-45',
                      day === now && 'font-semibold base:text-accent-fg',
                      day === chosen
                        ? 'bg-primary text-on-primary hover:enabled:bg-primary-hover'
                        : 'hover:enabled:bg-subtle',
                    )}
                    onClick={() => onChoose(day)}
                  >
                    {Number(day.slice(8))}
                  </button>
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
