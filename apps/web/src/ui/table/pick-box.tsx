import { cn } from '#lib/class-names.ts';

interface PickBoxProps {
  label: string;
  state: 'none' | 'some' | 'all';
  disabled: boolean;
  /** Whether narrow screens show the box too. */
  narrow: boolean;
  /** `shift` is true when the person held the Shift key. */
  onPick: (on: boolean, shift: boolean) => void;
}

/** The checkbox of a row, or of all rows of the page. */
export function PickBox({ label, state, disabled, narrow, onPick }: PickBoxProps) {
  return (
    <input
      ref={(box) => {
        if (box) box.indeterminate = state === 'some';
      }}
      type="checkbox"
      aria-label={label}
      checked={state === 'all'}
      disabled={disabled}
      className={cn('size-4 shrink-0 accent-primary pointer-coarse:size-5', !narrow && 'max-md:hidden')}
      onChange={({ target, nativeEvent }) =>
        onPick(target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
      }
    />
  );
}
