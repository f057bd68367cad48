import { useController } from 'react-hook-form';
import { cn } from '#lib/class-names.ts';

interface ChoiceFieldProps {
  name: string;
  legend: string;
  choices: readonly { value: string; word: string }[];
  /** The number of columns on a wide screen. */
  columns: 2 | 3 | 5;
}

const COLUMNS = { 2: '', 3: 'md:grid-cols-3', 5: 'md:grid-cols-5' };

/** One of a few choices, all visible. */
export function ChoiceField({ name, legend, choices, columns }: ChoiceFieldProps) {
  const { field } = useController({ name });
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1.5 font-medium text-control">{legend}</legend>
      <div className={cn('grid grid-cols-2 gap-1 rounded-control bg-subtle p-1', COLUMNS[columns])}>
        {choices.map(({ value, word }) => (
          <label
            key={value}
            className="flex min-h-8 cursor-pointer select-none items-center justify-center rounded-small px-1 text-center text-control text-muted hover:text-fg has-checked:bg-surface has-checked:font-medium has-checked:text-fg has-checked:shadow-control has-focus-visible:outline-2 has-focus-visible:outline-ring pointer-coarse:min-h-11"
          >
            <input
              type="radio"
              name={field.name}
              value={value}
              checked={field.value === value}
              className="sr-only"
              onChange={() => field.onChange(value)}
            />
            {word}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
