import { useId } from 'react';
import type { DialogPlace } from '#lib/dialogs/use-dialog.ts';
import { useSession } from '#lib/session/session.ts';
import { Dialog, DialogBody } from '#ui/dialog/dialog.tsx';
import { jumpsFor, OTHER_KEYS } from './keys.ts';

/** Lists every key that does something, from the same tables that the keys are read from. */
export function AtalhosDialog({ place }: { place: DialogPlace }) {
  const direitos = useSession().session?.empresa.direitos ?? [];
  const jumps = jumpsFor(direitos).map(({ keys, screen }) => ({
    keys: Array.from(keys.toUpperCase()),
    does: screen.label,
  }));
  return (
    <Dialog title="Atalhos do teclado" text="Eles não agem enquanto você digita em um campo." place={place}>
      {/* The keyboard scrolls the list, which has nothing else to focus. */}
      <DialogBody tabIndex={0} role="region" aria-label="Lista de atalhos">
        <Keys title="Em todas as telas" rows={OTHER_KEYS} joint="+" />
        <Keys title="Ir para uma tela" rows={jumps} joint="depois" />
      </DialogBody>
    </Dialog>
  );
}

interface KeysProps {
  title: string;
  rows: readonly { keys: readonly string[]; does: string }[];
  /** How two keys belong together. */
  joint: '+' | 'depois';
}

function Keys({ title, rows, joint }: KeysProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-1">
      <h3 id={id} className="font-medium text-control">
        {title}
      </h3>
      <dl className="flex flex-col divide-y rounded-card border text-control">
        {rows.map(({ keys, does }) => (
          <div key={does} className="flex min-h-9 items-center justify-between gap-3 px-3 py-1.5">
            <dt>{does}</dt>
            <dd className="flex shrink-0 items-center gap-1 text-muted">
              {keys.map((key, n) => (
                <span key={key} className="contents">
                  {n > 0 && <span className="text-meta">{joint}</span>}
                  <kbd className="rounded-small border bg-bg px-1.5 font-sans text-badge text-fg">{key}</kbd>
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
