import { X } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, type Ref, useId } from 'react';
import { cn } from '#lib/class-names.ts';
import { EmailDoubt, Reason } from './email-doubt.tsx';
import { endsAddress, splitEmails } from './emails.ts';
import { type Chip, type Typed, withMore } from './typed-emails.ts';

interface EmailsFieldProps extends Typed {
  ref: Ref<HTMLInputElement>;
  /** A refusal of the whole list, such as an empty one. */
  error: string | undefined;
  onChange: (typed: Typed) => void;
}

/** Several addresses as chips. A bad one stays in red with a proposed correction. */
export function EmailsField({ ref, chips, text, error, onChange }: EmailsFieldProps) {
  const id = useId();
  const bad = chips.filter(({ doubt }) => doubt);
  const isBad = bad.length > 0 || error !== undefined;

  const add = (more: string) => onChange({ chips: withMore(chips, more), text: '' });
  const put = (at: number, next: Chip[]) => onChange({ chips: chips.toSpliced(at, 1, ...next), text });

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    // Enter sends the form only from an empty field.
    if (event.key === 'Enter' && text.trim()) {
      event.preventDefault();
      add(text);
    }
    // A blur does not enter the address, because the doubt that then appears would move the button being pressed.
    if (event.key === 'Tab' && text.trim()) add(text);
    const last = chips.at(-1);
    if (event.key === 'Backspace' && text === '' && last) {
      event.preventDefault();
      onChange({ chips: chips.slice(0, -1), text: last.email });
    }
  }

  function onPaste(event: ClipboardEvent<HTMLInputElement>) {
    const pasted = event.clipboardData.getData('text');
    // A single address may be a part of what is being typed.
    if (splitEmails(pasted).length < 2) return;
    event.preventDefault();
    add(`${text} ${pasted}`);
  }

  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-medium text-control">
        Emails
      </label>
      <div
        className={cn(
          'flex max-h-40 flex-wrap gap-1.5 overflow-y-auto rounded-control border base:border-field bg-surface p-1 transition-[border-color,box-shadow] has-[input:focus-visible]:border-ring has-[input:focus-visible]:ring-3 has-[input:focus-visible]:ring-ring/40',
          isBad && 'border-danger',
        )}
      >
        {chips.length > 0 && (
          <ul aria-label="Endereços" className="contents">
            {chips.map((chip, at) => (
              <EmailChip key={chip.email} chip={chip} onRemove={() => put(at, [])} />
            ))}
          </ul>
        )}
        <input
          ref={ref}
          id={id}
          type="text"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={text}
          aria-invalid={isBad ? true : undefined}
          aria-describedby={isBad ? `${id}-bad` : `${id}-hint`}
          className="h-7 min-w-24 flex-1 bg-transparent px-2 text-touch outline-none md:text-body"
          onChange={({ target: { value } }) =>
            value.endsWith(',') && endsAddress(value) ? add(value) : onChange({ chips, text: value })
          }
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
      </div>
      {/* Screen readers announce a doubt only in an element that was there before. */}
      <div id={`${id}-bad`} aria-live="polite" className="flex flex-col gap-1 empty:hidden">
        {error && <Reason>{error}</Reason>}
        {chips.map((chip, at) => (
          <EmailDoubt key={chip.email} chip={chip} onMend={(mended) => put(at, [mended])} />
        ))}
      </div>
      {!isBad && (
        <p id={`${id}-hint`} className="text-meta text-muted">
          Separe com Enter ou vírgula, ou cole uma lista.
        </p>
      )}
    </div>
  );
}

function EmailChip({ chip: { email, doubt }, onRemove }: { chip: Chip; onRemove: () => void }) {
  return (
    <li
      className={cn(
        'flex h-7 min-w-0 max-w-full items-center rounded-small border pl-2 text-control',
        doubt ? 'border-danger bg-bad text-bad-fg' : 'bg-subtle',
      )}
    >
      <span className="truncate">{email}</span>
      <button
        type="button"
        aria-label={`Remover ${email}`}
        onClick={onRemove}
        className="flex size-7 shrink-0 items-center justify-center rounded-small hover:bg-bg [&_svg]:size-3.5"
      >
        <X aria-hidden />
      </button>
    </li>
  );
}
