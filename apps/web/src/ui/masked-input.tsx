import { useMaskito } from '@maskito/react';
import { type ComponentProps, type RefCallback, useCallback, useState } from 'react';
import type { Mask } from '#lib/masks.ts';
import { Input } from './input.tsx';

interface MaskedInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'ref'> {
  mask: Mask;
  /** Bare, as the form keeps it. */
  value: string;
  onBare: (bare: string) => void;
  ref: RefCallback<HTMLInputElement>;
}

/** Shows a text with the signs of its mask and gives it back without. */
export function MaskedInput({ mask, value, onBare, ref, ...rest }: MaskedInputProps) {
  // While an input method composes, its text stays untouched: rewriting it would make the method type it twice.
  const [composed, setComposed] = useState<string>();
  // A stored text that does not fit is edited as it is: the mask would cut it.
  const maskRef = useMaskito({ options: mask.fits(value) ? mask.options : null });
  // Always the same function: with another one Maskito would start anew at every key.
  const bothRefs = useCallback(
    (input: HTMLInputElement | null) => {
      maskRef(input);
      ref(input);
    },
    [maskRef, ref],
  );

  function take(text: string) {
    setComposed(undefined);
    onBare(mask.bare(text));
  }

  return (
    <Input
      {...mask.attributes}
      {...rest}
      ref={bothRefs}
      value={composed ?? mask.show(value)}
      onChange={({ target, nativeEvent }) => {
        if ('isComposing' in nativeEvent && nativeEvent.isComposing) setComposed(target.value);
        else take(target.value);
      }}
      onCompositionEnd={({ currentTarget }) => take(currentTarget.value)}
    />
  );
}
