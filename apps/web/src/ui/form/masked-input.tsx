import { useMaskito } from '@maskito/react';
import { type ComponentProps, type RefCallback, useCallback, useState } from 'react';
import type { Mask } from '#lib/numbers/masks.ts';
import { Input } from './input.tsx';

interface MaskedInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'ref'> {
  mask: Mask;
  /** The bare value, as the form stores it. */
  value: string;
  onBare: (bare: string) => void;
  ref: RefCallback<HTMLInputElement>;
}

/** Shows a text with its mask and reports it without the mask. */
export function MaskedInput({ mask, value, onBare, ref, ...rest }: MaskedInputProps) {
  // While an input method composes, its text stays untouched, because rewriting it would enter it twice.
  const [composed, setComposed] = useState<string>();
  // A stored text that does not fit is edited without the mask, which would truncate it.
  const maskRef = useMaskito({ options: mask.fits(value) ? mask.options : null });
  // The function is stable, because Maskito would reinitialise at every key if it got a new one.
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
