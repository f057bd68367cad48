import { CalendarDays, X } from 'lucide-react';
import { type KeyboardEvent, useCallback, useId, useRef, useState } from 'react';
import { cn } from '#lib/class-names.ts';
import { useLoaded } from '#lib/loading/use-loaded.ts';
import { digitsOf, isDay, type Limits, readDay } from '#lib/numbers/day.ts';
import { dayMask } from '#lib/numbers/masks.ts';
import type { FieldWiring } from '#ui/form/field.tsx';
import { MaskedInput } from '#ui/form/masked-input.tsx';
import { useSentText } from '#ui/form/typed-text.ts';

/** No record is older, and the limit refuses a mistyped year. */
const EARLIEST = '2000-01-01';
const LATEST = '2099-12-31';

const loadCalendar = async () => (await import('./day-calendar.tsx')).DayCalendar;
const buttonLook =
  'flex size-7 shrink-0 items-center justify-center rounded-small text-muted hover:bg-subtle hover:text-fg';

interface DayInputProps extends Partial<Limits> {
  /** The accessible name, unless `wiring` connects a label. */
  label: string;
  wiring?: FieldWiring;
  /** A day as `2026-12-31`, or empty. */
  value: string;
  /** Called with a day within the limits, or with an empty text. */
  onDay: (day: string) => void;
  /**
   * What an incomplete text means. A filter keeps the last day until the next one is complete. A form must not save
   * a day that is no longer visible, so it gets an empty text.
   */
  incomplete?: 'keep' | 'empty';
  /** Whether the field may be empty. */
  clearable?: boolean;
  className?: string;
  /** The width. The field is as wide as its place without it, and a message below may be wider. */
  width?: string;
  onBlur?: () => void;
}

/** A day typed as dd/mm/aaaa or chosen in a calendar. A native date input would follow the browser's language. */
export function DayInput(props: DayInputProps) {
  const {
    label,
    wiring,
    value,
    onDay,
    incomplete = 'keep',
    clearable = true,
    className,
    width,
    onBlur,
  } = props;
  const limits = { min: props.min ?? EARLIEST, max: props.max ?? LATEST };
  const { text, setText, sent } = useSentText(value);
  const [trouble, setTrouble] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  const Calendar = useLoaded(isOpen, loadCalendar, 'o calendário', () => setOpen(false));
  const box = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const troubleId = useId();
  const digits = isDay(text) ? digitsOf(text) : text;
  const shown = readDay(digits, limits);
  const refInput = useCallback((element: HTMLInputElement | null) => {
    input.current = element;
  }, []);

  function send(day: string) {
    if (day === sent.current) return;
    sent.current = day;
    onDay(day);
  }

  function choose(day: string) {
    setTrouble(undefined);
    setText(day);
    send(day);
  }

  function type(typed: string) {
    setTrouble(undefined);
    setText(typed);
    const read = typed.length === 8 ? readDay(typed, limits) : undefined;
    if (typed === '') send('');
    else if (read && 'day' in read) send(read.day);
    else if (incomplete === 'empty') send('');
  }

  /** At the end of typing, completes a year of two digits or says what is wrong. */
  function settle() {
    if (digits === '') return;
    if ('day' in shown) choose(shown.day);
    else setTrouble(shown.trouble);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter') settle();
    if (event.key !== 'ArrowDown' || !event.altKey) return;
    event.preventDefault();
    setOpen(true);
  }

  function clear() {
    choose('');
    // The button disappears, so the focus moves to the input.
    input.current?.focus();
  }

  const described = [trouble && troubleId, wiring?.['aria-describedby']].filter(Boolean).join(' ');
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <div ref={box} className={cn('relative', width)}>
        <MaskedInput
          {...(wiring ? { id: wiring.id } : { 'aria-label': label })}
          aria-describedby={described || undefined}
          aria-invalid={trouble !== undefined || wiring?.['aria-invalid']}
          mask={dayMask}
          ref={refInput}
          placeholder="dd/mm/aaaa"
          value={digits}
          onBare={type}
          onKeyDown={onKeyDown}
          onBlur={() => {
            settle();
            onBlur?.();
          }}
          className={cn('pr-15', className)}
        />
        <div className="absolute inset-y-0 right-1 flex items-center">
          {clearable && digits !== '' && (
            <button type="button" aria-label={`Limpar ${label}`} className={buttonLook} onClick={clear}>
              <X aria-hidden className="size-3.5" />
            </button>
          )}
          <button
            type="button"
            aria-label={`Abrir o calendário de ${label}`}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            className={buttonLook}
            onClick={() => setOpen(!isOpen)}
          >
            <CalendarDays aria-hidden className="size-4" />
          </button>
        </div>
      </div>
      {trouble && (
        <p id={troubleId} role="status" className="text-bad-fg text-meta">
          {trouble}
        </p>
      )}
      {Calendar && (
        <Calendar
          label={label}
          anchor={box}
          returnTo={input}
          day={'day' in shown ? shown.day : ''}
          limits={limits}
          onChoose={choose}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}
