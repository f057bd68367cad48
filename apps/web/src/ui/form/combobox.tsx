import { Combobox as Base } from '@base-ui/react/combobox';
import { Check, ChevronDown } from 'lucide-react';
import { type ComponentProps, type KeyboardEvent, type ReactNode, useState } from 'react';
import { cn } from '#lib/class-names.ts';
import { inputLook } from './input.tsx';

export interface Option {
  id: string;
  label: string;
  /** Makes the option a command: selecting it calls `act` and leaves the value unchanged. */
  act?: () => void;
  /** Keeps the list open after the action. */
  stays?: boolean;
}

interface ComboboxProps {
  /**
   * The accessible name of the input and of its list. It is needed because screen readers reach no other
   * element while the list is open.
   */
  label: string;
  input: Omit<ComponentProps<'input'>, 'value'>;
  options: readonly Option[];
  chosen: Option | null;
  /** The text being typed; undefined while the input shows the chosen option. */
  typed: string | undefined;
  onType: (text: string | undefined) => void;
  onChoose: (option: Option | null) => void;
  /** A line below the options, or in their place when there are none. */
  status: ReactNode;
}

const statusLook = 'shrink-0 text-control text-muted not-empty:px-3 not-empty:py-2';

/** Lets the person choose one of many options by typing. The parent supplies the options and filters them. */
export function Combobox(props: ComboboxProps) {
  const { label, input, options, chosen, typed, onType, onChoose, status } = props;
  const [open, setOpen] = useState(false);

  function onKeyDown(event: KeyboardEvent & { preventBaseUIHandler: () => void }) {
    // With the list closed, Escape belongs to the surrounding dialog. Base UI would otherwise clear the choice.
    if (event.key === 'Escape' && !open) event.preventBaseUIHandler();
    if (event.key !== 'Enter' || !open) return;
    // Enter chooses an option and does not submit the form. Without options Enter does nothing, and the
    // status line says why the list is empty.
    event.preventDefault();
    if (options.length === 0) event.preventBaseUIHandler();
  }

  return (
    <Base.Root<Option>
      items={options}
      filter={null}
      autoHighlight
      open={open}
      onOpenChange={setOpen}
      value={chosen}
      inputValue={typed ?? chosen?.label ?? ''}
      itemToStringLabel={(option) => option.label}
      isItemEqualToValue={(option, value) => option.id === value.id}
      onInputValueChange={(text, { reason }) => onType(reason === 'input-change' ? text : undefined)}
      onValueChange={(option, details) => {
        if (!option?.act) return onChoose(option);
        details.cancel();
        option.act();
        if (!option.stays) setOpen(false);
      }}
    >
      <Base.InputGroup className="relative">
        <Base.Input
          {...input}
          aria-label={label}
          autoComplete="off"
          className={cn(inputLook, 'h-9 text-ellipsis pr-9')}
          onKeyDown={onKeyDown}
          // Selects the text, so that typing replaces the chosen option instead of extending it.
          onClick={(event) => typed === undefined && event.currentTarget.select()}
        />
        <Base.Trigger
          aria-label="Mostrar opções"
          className="absolute inset-y-0 right-0 flex w-9 items-center justify-center rounded-control text-muted hover:text-fg"
        >
          <ChevronDown aria-hidden className="size-4" />
        </Base.Trigger>
      </Base.InputGroup>
      <Base.Portal>
        <Base.Positioner sideOffset={4} className="z-50 w-(--anchor-width) outline-none">
          <Base.Popup className="flex max-h-[min(var(--available-height),18rem)] flex-col overflow-hidden rounded-card border border-field/50 bg-raised shadow-float transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0">
            <Base.List
              aria-label={label}
              className="min-h-0 overflow-y-auto overscroll-contain p-1 data-empty:hidden"
            >
              {(option: Option) => <Choice key={option.id} option={option} />}
            </Base.List>
            <Base.Empty className={statusLook}>{status}</Base.Empty>
            <Base.Status className={cn(statusLook, 'not-empty:border-t')}>
              {options.length > 0 && status}
            </Base.Status>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

function Choice({ option }: { option: Option }) {
  return (
    <Base.Item
      value={option}
      className={cn(
        'flex min-h-8 cursor-default select-none items-center justify-between gap-2 rounded-small px-2 py-1 text-control outline-none data-highlighted:bg-accent data-selected:font-medium pointer-coarse:min-h-11',
        option.act && 'font-medium text-accent-fg',
      )}
    >
      <span className="min-w-0 break-words">{option.label}</span>
      <Base.ItemIndicator className="shrink-0 text-accent-fg">
        <Check aria-hidden className="size-4" />
      </Base.ItemIndicator>
    </Base.Item>
  );
}
