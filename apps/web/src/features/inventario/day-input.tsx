import { cn } from '#lib/class-names.ts';
import { inputLook } from '#ui/input.tsx';
import { useSentText } from '#ui/typed-text.ts';
import { today } from './day.ts';

/**
 * The earliest day that the input accepts. No stock is older, and the limit makes a half-typed year such as
 * 0020 invalid.
 */
const EARLIEST = '2000-01-01';

interface DayInputProps {
  label: string;
  /** A day, or empty for now. */
  value: string;
  onDay: (day: string) => void;
}

/** An input for a past day. A half-typed day is not sent. */
export function DayInput({ label, value, onDay }: DayInputProps) {
  const { text, setText, sent } = useSentText(value);
  return (
    <label className="col-span-full flex h-8 items-center gap-2 text-control text-muted">
      <span className="shrink-0">{label}</span>
      <input
        type="date"
        min={EARLIEST}
        max={today()}
        value={text}
        className={cn(inputLook, 'h-8 w-36 border-border px-2 shadow-control md:text-control')}
        onChange={({ target }) => {
          setText(target.value);
          if (!target.validity.valid || target.value === sent.current) return;
          sent.current = target.value;
          onDay(target.value);
        }}
      />
    </label>
  );
}
