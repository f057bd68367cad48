import { type ReactNode, useState } from 'react';
import { useController } from 'react-hook-form';
import { afterPress } from '#lib/after-press.ts';
import type { Mask } from '#lib/numbers/masks.ts';
import { useRequired } from '#records/required.ts';
import { Field } from '#ui/form/field.tsx';
import { MaskedInput } from '#ui/form/masked-input.tsx';

interface MaskedFieldProps {
  name: string;
  label: string;
  mask: Mask;
  /** Returns a warning for a value that can still be saved. */
  warn?: (bare: string) => string | undefined;
  /** Rendered beside the label. */
  aside?: ReactNode;
  /** Rendered inside the input, on the right. */
  trailing?: ReactNode;
  /** Called when the person changes the value by any means, but not when the form loads or fills it. */
  onEntry?: (bare: string) => void;
  onLeave?: () => void;
}

export function MaskedField(props: MaskedFieldProps) {
  const { name, label, mask, warn, aside, trailing, onEntry, onLeave } = props;
  const { field, fieldState } = useController({ name });
  const value: string = field.value ?? '';
  // An incomplete value is not wrong while the person types. The warning appears on blur and disappears with its cause.
  const [left, setLeft] = useState(false);
  const oddity = (bare: string) => (bare === '' ? undefined : warn?.(bare));
  return (
    <Field
      label={label}
      required={useRequired(name)}
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
