import { SlidersHorizontal } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { later } from '#lib/loading/later.tsx';
import { Button } from '#ui/button.tsx';
import type { ExibirProps } from './exibir-panel.tsx';

const ExibirPanel = later(async () => (await import('./exibir-panel.tsx')).ExibirPanel);

/** Opens the settings of a list: density, order and columns. Narrow screens show no columns, so it is hidden there. */
export function ExibirButton(props: Omit<ExibirProps, 'anchor' | 'onClose'>) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <span className="max-md:hidden">
      <Button ref={button} aria-haspopup="dialog" aria-expanded={open} onClick={() => setOpen(!open)}>
        <SlidersHorizontal aria-hidden />
        Exibir
      </Button>
      {open && (
        <Suspense>
          <ExibirPanel {...props} anchor={button} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </span>
  );
}
