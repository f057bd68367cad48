import type { Conta } from '@prumo/contract/contas.ts';
import { Store } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { EmptyState } from '#ui/empty-state.tsx';
import { FailureState } from '#ui/failure-state.tsx';
import { ContaCard } from './conta-card.tsx';
import { DisconnectDialog } from './disconnect-dialog.tsx';

interface ContasConectadasProps {
  contas: readonly Conta[] | undefined;
  error: Error | null;
  onRetry: () => unknown;
}

export function ContasConectadas({ contas, error, onRetry }: ContasConectadasProps) {
  const [leaving, setLeaving] = useState<Conta>();
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <h2
        ref={heading}
        id={id}
        tabIndex={-1}
        className="font-semibold text-dialog tracking-[-0.01em] outline-none"
      >
        Contas Conectadas
      </h2>
      {contas ? (
        <Cards contas={contas} onDisconnect={setLeaving} />
      ) : error ? (
        <div className="rounded-card border">
          <FailureState message={error.message} onRetry={onRetry} />
        </div>
      ) : (
        <div role="status" aria-label="Carregando..." className={grid}>
          <div className="skeleton h-47 rounded-card" />
          <div className="skeleton h-47 rounded-card max-sm:hidden" />
        </div>
      )}
      {leaving && (
        <DisconnectDialog
          conta={leaving}
          onClose={() => setLeaving(undefined)}
          onGone={() => requestAnimationFrame(() => heading.current?.focus())}
        />
      )}
    </section>
  );
}

const grid = 'grid gap-4 sm:grid-cols-2 2xl:grid-cols-3';

function Cards({ contas, onDisconnect }: { contas: readonly Conta[]; onDisconnect: (conta: Conta) => void }) {
  if (contas.length === 0) {
    return (
      <div className="rounded-card border">
        <EmptyState icon={Store}>
          Nenhuma conta conectada ainda. Conecte a primeira para importar anúncios e ver análises.
        </EmptyState>
      </div>
    );
  }
  return (
    <ul className={grid}>
      {contas.map((conta) => (
        <ContaCard key={conta.id} conta={conta} onDisconnect={() => onDisconnect(conta)} />
      ))}
    </ul>
  );
}
