import { type ReactNode, useState } from 'react';
import { useController } from 'react-hook-form';
import type { Mask } from '#lib/masks.ts';
import { Field } from '#ui/field.tsx';
import { MaskedInput } from '#ui/masked-input.tsx';

interface MaskedFieldProps {
  name: string;
  label: string;
  mask: Mask;
  /** What is odd about a value that may be saved all the same. */
  warn?: (bare: string) => string | undefined;
  /** Beside the label. */
  aside?: ReactNode;
  /** Inside the input, at the right. */
  trailing?: ReactNode;
  /** The person changed it, by whatever means; a form that loads or fills it does not count. */
  onEntry?: (bare: string) => void;
  onLeave?: () => void;
}

export function MaskedField(props: MaskedFieldProps) {
  const { name, label, mask, warn, aside, trailing, onEntry, onLeave } = props;
  const { field, fieldState } = useController({ name });
  const value: string = field.value ?? '';
  // What is still being typed is not wrong yet: a warning comes on leaving, and goes with its reason.
  const [left, setLeft] = useState(false);
  const oddity = (bare: string) => (bare === '' ? undefined : warn?.(bare));
  return (
    <Field
      label={label}
      aside={aside}
      error={fieldState.error?.message}
      warning={left ? oddity(value) : undefined}
    >
      {(wiring) => (
        <div className="relative">
          <MaskedInput
            {...wiring}
            mask={mask}
            ref={field.ref}
            name={name}
            value={value}
            className={trailing ? 'pr-9' : undefined}
            onBare={(bare) => {
              field.onChange(bare);
              if (!oddity(bare)) setLeft(false);
              onEntry?.(bare);
            }}
            onBlur={() => {
              field.onBlur();
              afterPress(() => setLeft(true));
              onLeave?.();
            }}
          />
          {trailing && (
            <span className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-muted">
              {trailing}
            </span>
          )}
        </div>
      )}
    </Field>
  );
}

/**
 * A warning makes the form taller. Coming while a button is pressed, which is often why the field was left, it would
 * take the button away from under the pointer, and the click would be lost.
 */
function afterPress(act: () => void): void {
  if (document.querySelector('button:active'))
    document.addEventListener('click', act, { once: true, capture: true });
  else act();
}
