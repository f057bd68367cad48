import { Menu as Base } from '@base-ui/react/menu';
import { Check, ChevronDown } from 'lucide-react';
import { cn } from '#lib/class-names.ts';

interface Choice<Value extends string> {
  value: Value;
  nome: string;
  /** One line that explains the choice. */
  texto: string;
}

interface ChoiceMenuProps<Value extends string> {
  /** What is chosen, for screen readers. The current choice follows it in the accessible name. */
  label: string;
  /** The current choice, as text. */
  shown: string;
  value: Value;
  choices: readonly Choice<Value>[];
  busy: boolean;
  onChoose: (value: Value) => void;
}

/** A value that is changed in place, from a menu in which one line explains each choice. */
export function ChoiceMenu<Value extends string>(props: ChoiceMenuProps<Value>) {
  const { label, shown, value, choices, busy, onChoose } = props;
  const choose = (chosen: unknown) => {
    const choice = choices.find((each) => each.value === chosen);
    if (choice && choice.value !== value) onChoose(choice.value);
  };
  return (
    <Base.Root>
      <Base.Trigger
        aria-label={`${label}: ${shown}`}
        aria-busy={busy}
        disabled={busy}
        className={cn(
          '-ml-2 inline-flex h-8 items-center gap-1.5 rounded-control px-2 font-medium text-control hover:bg-subtle data-popup-open:bg-subtle pointer-coarse:h-9',
          busy && 'animate-pulse',
        )}
      >
        {shown}
        <ChevronDown aria-hidden className="size-4 shrink-0 text-muted" />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner align="start" sideOffset={4} className="z-30 outline-none">
          <Base.Popup className="w-72 max-w-[calc(100vw-2rem)] rounded-card border border-field/50 bg-raised p-1 shadow-float outline-none transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0">
            <Base.RadioGroup value={value} onValueChange={choose}>
              {choices.map((choice) => (
                <Base.RadioItem
                  key={choice.value}
                  value={choice.value}
                  closeOnClick
                  className="flex cursor-default select-none items-start gap-2.5 rounded-small px-2 py-1.5 text-control outline-none data-highlighted:bg-accent data-highlighted:text-accent-fg"
                >
                  <span className="min-w-0 flex-1">
                    <span className="block font-medium">{choice.nome}</span>
                    <span className="block text-meta text-muted">{choice.texto}</span>
                  </span>
                  <Base.RadioItemIndicator className="mt-0.5">
                    <Check aria-hidden className="size-4" />
                  </Base.RadioItemIndicator>
                </Base.RadioItem>
              ))}
            </Base.RadioGroup>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
