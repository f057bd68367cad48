import { type ComponentProps, type ReactNode, useId } from 'react';
import { cn } from '#lib/class-names.ts';

interface SwitchButtonProps extends Omit<ComponentProps<'button'>, 'onChange'> {
  checked: boolean;
  /**
   * True while a change is in progress. The switch is not disabled meanwhile, so that a dialog can return the
   * focus to it.
   */
  busy?: boolean;
  onChange: (checked: boolean) => void;
}

/** The switch alone, for a row that names it in its own way. */
export function SwitchButton({ checked, busy = false, onChange, ...rest }: SwitchButtonProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      aria-busy={busy}
      className={cn(
        'flex h-6 w-10 shrink-0 items-center rounded-full p-0.5 transition-colors disabled:cursor-not-allowed disabled:opacity-55',
        checked ? 'bg-primary hover:enabled:bg-primary-hover' : 'bg-field',
        busy && 'animate-pulse',
      )}
      onClick={() => !busy && onChange(!checked)}
      {...rest}
    >
      <span
        aria-hidden
        className={cn(
          'size-5 rounded-full bg-on-primary shadow-control transition-transform',
          checked && 'translate-x-4',
        )}
      />
    </button>
  );
}

interface SwitchProps {
  label: string;
  /** Explains the effect, or why the switch cannot be changed. */
  text: ReactNode;
  checked: boolean;
  busy?: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}

export function Switch({ label, text, ...rest }: SwitchProps) {
  const id = useId();
  const textId = `${id}-text`;
  return (
    <div className="flex items-start justify-between gap-4">
      <div className="min-w-0">
        <label htmlFor={id} className="font-medium text-control">
          {label}
        </label>
        <p id={textId} className="text-control text-muted">
          {text}
        </p>
      </div>
      <SwitchButton id={id} aria-describedby={textId} {...rest} />
    </div>
  );
}
