import type { Sincronia } from '@prumo/contract/analises.ts';
import type { Ref } from 'react';
import { cn } from '#lib/class-names.ts';
import { formatDateTime } from '#lib/numbers/format.ts';
import { Button } from '#ui/button.tsx';
import { inputLook } from '#ui/form/input.tsx';
import { PERIODO_WORDS, PERIODOS, type Periodo } from './analise-periodo.ts';

interface AnaliseToolbarProps {
  /** Lets the parent move the focus to the toolbar. */
  ref: Ref<HTMLFieldSetElement>;
  periodo: Periodo;
  onPeriodo: (periodo: Periodo) => void;
  isBusy: boolean;
  onRefresh: () => void;
  sincronia: Sincronia | undefined;
}

export const AnaliseToolbar = ({
  ref,
  periodo,
  onPeriodo,
  isBusy,
  onRefresh,
  sincronia,
}: AnaliseToolbarProps) => (
  <fieldset
    ref={ref}
    tabIndex={-1}
    aria-label="Análise da conta"
    className="flex min-w-0 flex-wrap items-center gap-2 outline-none"
  >
    <select
      aria-label="Período"
      value={periodo}
      className={cn(inputLook, 'h-8 w-auto border-border px-2 shadow-control md:text-control')}
      onChange={({ target }) => onPeriodo(PERIODOS.find((each) => each === target.value) ?? '30')}
    >
      {PERIODOS.map((each) => (
        <option key={each} value={each}>
          {PERIODO_WORDS[each]}
        </option>
      ))}
    </select>
    {/* Not disabled while loading, so that the focus stays on it. */}
    <Button aria-busy={isBusy} onClick={() => isBusy || onRefresh()}>
      {isBusy ? 'Atualizando...' : 'Atualizar Dados'}
    </Button>
    {sincronia?.sincronizado_ate && (
      <p className="text-meta text-muted">Pedidos até {formatDateTime(sincronia.sincronizado_ate)}</p>
    )}
  </fieldset>
);
