import type { Inicio, Pendencia, VendasDoInicio } from '@prumo/contract/inicio.ts';
import { ComecoCard } from './comeco-card.tsx';
import { PendenciasCard } from './pendencias-card.tsx';
import { VendasCard } from './vendas/vendas-card.tsx';

interface NovoProps {
  comeco: NonNullable<Inicio['comeco']>;
  pendencias: readonly Pendencia[] | undefined;
  vendas: VendasDoInicio | undefined;
  now: number;
}

/** The screen of an empresa that begins: the first steps, and beside them the places of what will come. */
export function Novo({ comeco, pendencias, vendas, now }: NovoProps) {
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_336px]">
      <ComecoCard comeco={comeco} />
      <div className="flex min-w-0 flex-col gap-4">
        <PendenciasCard pendencias={pendencias} now={now} />
        {vendas && <VendasCard vendas={vendas} />}
      </div>
    </div>
  );
}
