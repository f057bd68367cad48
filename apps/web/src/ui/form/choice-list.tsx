import { CircleAlert } from 'lucide-react';
import { type RefObject, useId } from 'react';

interface ChoiceListProps<Value extends string | number> {
  legend: string;
  choices: readonly { value: Value; label: string; text: string }[];
  chosen: Value | undefined;
  error?: string | undefined;
  /** The first choice, to which a form moves the focus when none is made. */
  first?: RefObject<HTMLInputElement | null>;
  onChoose: (value: Value) => void;
}

/** One group of radio buttons, each with a line about its choice. */
export function ChoiceList<Value extends string | number>(props: ChoiceListProps<Value>) {
  const { legend, choices, chosen, error, first, onChoose } = props;
  const id = useId();
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined} className="flex flex-col gap-1.5">
      <legend className="mb-1.5 font-medium text-control">{legend}</legend>
      {/* A browser draws the border of a fieldset through its legend. */}
      <div className="flex flex-col divide-y overflow-hidden rounded-card border">
        {choices.map(({ value, label, text }, at) => (
          <label
            key={value}
            className="flex cursor-pointer items-start gap-3 px-3.5 py-2 has-checked:bg-accent/50 has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-ring"
          >
            <input
              ref={at === 0 ? first : undefined}
              type="radio"
              name={id}
              value={value}
              checked={chosen === value}
              className="mt-0.5 size-4 shrink-0 accent-primary outline-none"
              onChange={() => onChoose(value)}
            />
            <span className="min-w-0">
              <span className="block break-words font-medium text-control">{label}</span>
              <span className="block break-words text-meta text-muted">{text}</span>
            </span>
          </label>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} className="flex items-start gap-1.5 text-bad-fg text-control">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {error}
        </p>
      )}
    </fieldset>
  );
}
