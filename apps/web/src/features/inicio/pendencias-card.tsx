import type { Pendencia } from '@prumo/contract/inicio.ts';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { InicioCard } from './inicio-card.tsx';
import { PendenciaRow } from './pendencia-row.tsx';

/** The number of rows that are shown at once. The others are behind a button. */
const SHOWN = 8;

interface PendenciasCardProps {
  /** Undefined until they are known. */
  pendencias: readonly Pendencia[] | undefined;
  now: number;
}

/** What waits for this person. A row goes when its cause goes, so there is nothing to dismiss. */
export function PendenciasCard({ pendencias, now }: PendenciasCardProps) {
  const [isOpen, setOpen] = useState(false);
  const shown = isOpen ? pendencias : pendencias?.slice(0, SHOWN);
  const hidden = (pendencias?.length ?? 0) - (shown?.length ?? 0);
  return (
    <InicioCard
      title="Precisa de você"
      count={pendencias?.length}
      aside={pendencias?.length ? 'Cada item some quando a causa acaba' : undefined}
    >
      {pendencias === undefined && <Skeleton />}
      {pendencias?.length === 0 && (
        <div role="status" className="flex flex-col items-center gap-1.5 px-6 pt-2 pb-6 text-center">
          <CircleCheck aria-hidden className="size-5 text-muted" />
          <p className="mt-1 font-medium text-control">Nada esperando por você</p>
          <p className="max-w-80 text-meta text-muted">
            Contas a reconectar, importações a conferir, prazos e estoque no fim aparecem aqui, cada um com um
            botão.
          </p>
        </div>
      )}
      {shown && shown.length > 0 && (
        <ul className="@container flex flex-col">
          {shown.map((pendencia, n) => (
            <PendenciaRow key={pendencia.fonte} pendencia={pendencia} isFirst={n === 0} now={now} />
          ))}
        </ul>
      )}
      {hidden > 0 && (
        <Button look="ghost" className="m-2 self-center max-md:h-9" onClick={() => setOpen(true)}>
          Ver mais {hidden}
        </Button>
      )}
    </InicioCard>
  );
}

const Skeleton = () => (
  <div role="status" aria-label="Carregando..." className="flex flex-col">
    {[0, 1, 2].map((n) => (
      <div key={n} className="flex h-14 items-center gap-3 border-t px-4">
        <span className="skeleton size-7" />
        <span className="skeleton h-4 flex-1" />
        <span className="skeleton h-8 w-34" />
      </div>
    ))}
  </div>
);
